import type { Transaction } from "kysely";
import type { Analysis, StatedName } from "../../../domain/analysis/analysis.js";
import { statedNameOf } from "../../../domain/analysis/corrections.js";
import type { LibraryFile } from "../../../domain/library/library-file.js";
import { trackKeyFrom, type TrackNames } from "../../../domain/track/track-key.js";
import { recordChanges } from "../analysis-changes.js";
import { labelFrom } from "../analysis-row.js";
import { addFurtherKeys } from "../further-names.js";
import { toLibraryFile } from "../library-file-row.js";
import { portionsOf } from "../portions.js";
import { releaseDetailsOf } from "../../../domain/track/release-details.js";
import type { AnalysesTable, Schema } from "../tables.js";
import { readCorrections } from "./stored-corrections.js";

const IDS_PER_STATEMENT = 500;

/**
 * Lists recordings under the name that the user states, or else that of the first of their files, by its path. One
 * without a file keeps its name. Called in a transaction of `changeAnalyses`, after files or corrections were
 * changed.
 *
 * @param recordingIds those that files held before or hold now
 * @returns those that have an analysis
 */
export async function relabel(
  transaction: Transaction<Schema>,
  recordingIds: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const analysed = new Set<string>();
  for (const some of portionsOf([...new Set(recordingIds)].sort(), IDS_PER_STATEMENT)) {
    const listed = await transaction
      .selectFrom("analyses")
      .select(["recordingId", "trackKey", "artist", "trackName", "release", "ruledName"])
      .where("recordingId", "in", some)
      .execute();
    if (listed.length === 0) continue;
    for (const { recordingId } of listed) analysed.add(recordingId);
    const files = await transaction
      .selectFrom("libraryFiles")
      .selectAll()
      .where("recordingId", "in", some)
      .orderBy("folder", "desc")
      .orderBy("relativePath", "desc")
      .orderBy("rangeNumber", "desc")
      .execute();
    const firstFiles = new Map(files.map((row) => [row.recordingId, toLibraryFile(row)]));
    const stated = await readCorrections(transaction, some);
    const changed: string[] = [];
    for (const row of listed) {
      const file = firstFiles.get(row.recordingId);
      const name = statedNameOf(stated.get(row.recordingId)?.stated ?? {});
      if (file === undefined && name === undefined && row.ruledName === null) continue;
      const label = labelOf(row, file, name);
      const isSame = LABEL_COLUMNS.every((column) => row[column] === label.columns[column]);
      if (isSame) continue;
      await transaction
        .updateTable("analyses")
        .set(label.columns)
        .where("recordingId", "=", row.recordingId)
        .execute();
      if (name !== undefined) await addFurtherKeys(transaction, [label.name]);
      changed.push(row.recordingId);
    }
    await recordChanges(transaction, changed);
  }
  return analysed;
}

const LABEL_COLUMNS = ["trackKey", "artist", "trackName", "release", "ruledName"] as const;

type ListedRow = Pick<AnalysesTable, "recordingId" | (typeof LABEL_COLUMNS)[number]>;

/** Returns the columns of the name that a recording is to be listed under. */
function labelOf(
  row: ListedRow,
  file: LibraryFile | undefined,
  stated: Partial<StatedName> | undefined,
): { readonly name: TrackNames; readonly columns: Partial<AnalysesTable> } {
  const byRule: StatedName =
    file ?? (row.ruledName === null ? row : (JSON.parse(row.ruledName) as StatedName));
  const { artist, trackName } = { ...byRule, ...stated };
  const isOfFile = file !== undefined && stated === undefined;
  const trackKey = isOfFile ? file.trackKey : trackKeyFrom(artist, trackName);
  const name = { trackKey, artist, trackName };
  const columns = labelFrom(name, file && releaseDetailsOf(file));
  const ruled: StatedName = { artist: byRule.artist, trackName: byRule.trackName };
  return {
    name,
    columns: {
      ...columns,
      release: file === undefined ? row.release : columns.release,
      ruledName: stated === undefined ? null : JSON.stringify(ruled),
    },
  };
}

/** Gives the files of analysed recordings the length that was measured, because many tags only estimate it. */
export async function measureLengths(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<void> {
  for (const some of portionsOf(recordingIds, IDS_PER_STATEMENT)) {
    const measured = await transaction
      .selectFrom("analyses")
      .select(["recordingId", "durationSeconds"])
      .where("recordingId", "in", some)
      .where("isExcerpt", "=", 0)
      .where("durationSeconds", ">", 0)
      .execute();
    for (const { recordingId, durationSeconds } of measured) {
      await transaction
        .updateTable("libraryFiles")
        .set({ durationSeconds })
        .where("recordingId", "=", recordingId)
        .execute();
    }
  }
}

/**
 * Removes the analyses of recordings that were measured from files, where no file holds one any more or
 * held it before its bytes changed: their bytes were replaced.
 */
export async function removeReplaced(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<void> {
  if (recordingIds.length === 0) return;
  const removed = await transaction
    .deleteFrom("analyses")
    .where("recordingId", "in", recordingIds)
    .where("source", "=", "library")
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom("libraryFiles")
            .select("fileId")
            .where((file) =>
              file.or([
                file("libraryFiles.recordingId", "=", file.ref("analyses.recordingId")),
                file("libraryFiles.formerRecordingId", "=", file.ref("analyses.recordingId")),
              ]),
            ),
        ),
      ),
    )
    .returning("recordingId")
    .execute();
  await recordChanges(
    transaction,
    removed.map(({ recordingId }) => recordingId),
  );
}

/**
 * Removes what the source of an analysis had for the same name before: a provider has one audio for a name,
 * whose bytes may change. Files are told apart by their bytes, and so are uploads, except those from before
 * version 0031, whose ids are made of names.
 */
export async function removeEarlier(
  transaction: Transaction<Schema>,
  { recordingId, trackKey, source }: Analysis,
): Promise<void> {
  if (source === "library") return;
  const removed = await transaction
    .deleteFrom("analyses")
    .where("trackKey", "=", trackKey)
    .where("source", "=", source)
    .where("recordingId", "<>", recordingId)
    .$if(source === "upload", (query) => query.where("recordingId", "=", `rec:${trackKey}`))
    .returning("recordingId")
    .execute();
  await recordChanges(
    transaction,
    removed.map((row) => row.recordingId),
  );
}
