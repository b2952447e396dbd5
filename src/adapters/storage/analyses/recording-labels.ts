import type { Transaction } from "kysely";
import type { Analysis, StatedName } from "../../../domain/analysis/analysis.js";
import { statedNameOf } from "../../../domain/analysis/corrections.js";
import { absolutePathOf, type LibraryFile } from "../../../domain/library/library-file.js";
import { findMusicServerName } from "../../../domain/music-server/music-server.js";
import { trackKeyFrom, type TrackKey, type TrackNames } from "../../../domain/track/track-key.js";
import { recordChanges } from "../analysis-changes.js";
import { labelFrom } from "../analysis-row.js";
import { addFurtherKeys } from "../further-names.js";
import { holdingFileOf } from "../../../domain/track/holding-file.js";
import { toLibraryFile } from "../library-file-row.js";
import { portionsOf } from "../portions.js";
import { releaseDetailsOf } from "../../../domain/track/release-details.js";
import type { SongUse } from "../../../domain/track/song-use.js";
import type { AnalysesTable, Schema } from "../tables.js";
import { readUseOfSongs } from "../use-of-songs.js";
import { readCorrections } from "./stored-corrections.js";

const IDS_PER_STATEMENT = 500;

/** What happened to the files of recordings. */
interface Relabelling {
  readonly changedAt?: number | undefined;
  readonly isTouched?: boolean;
}

/**
 * Lists recordings under the name that the user states, or else that of the first of their files, by its path. One
 * without a file keeps its name. Called in a transaction of `changeAnalyses`, after files or corrections were
 * changed.
 *
 * @param recordingIds those that files held before or hold now
 * @param options.changedAt when their files were changed or measured, milliseconds since 1970: then what no file holds any more left
 * the library; absent where neither was
 * @param options.isTouched whether each counts as changed also where it is listed as before, because other names or ids may lead to it
 * @returns those that have an analysis
 */
export async function relabel(
  transaction: Transaction<Schema>,
  recordingIds: Iterable<string>,
  { changedAt, isTouched = false }: Relabelling = {},
): Promise<ReadonlySet<string>> {
  const analysed = new Set<string>();
  for (const some of portionsOf([...new Set(recordingIds)].sort(), IDS_PER_STATEMENT)) {
    const listed = await transaction
      .selectFrom("analyses")
      .select(["recordingId", ...LABEL_COLUMNS])
      .where("recordingId", "in", some)
      .execute();
    if (listed.length === 0) continue;
    for (const { recordingId } of listed) analysed.add(recordingId);
    const filesOf = await readFilesHolding(transaction, some);
    const gone = await goneTimes(transaction, { listed, filesOf, changedAt });
    const stated = await readCorrections(transaction, some);
    const changed: string[] = [];
    for (const row of listed) {
      const held = filesOf.get(row.recordingId) ?? [];
      const name = statedNameOf(stated.get(row.recordingId)?.stated ?? {});
      const goneAt = gone.get(row.recordingId) ?? null;
      const source = returnedSourceOf(row, held);
      const label = labelOf({ ...row, source, goneAt }, held, name);
      const isSame = LABEL_COLUMNS.every((column) => row[column] === label.columns[column]);
      if (isTouched || !isSame) changed.push(row.recordingId);
      if (isSame) continue;
      await transaction
        .updateTable("analyses")
        .set(label.columns)
        .where("recordingId", "=", row.recordingId)
        .execute();
      if (name !== undefined) await addFurtherKeys(transaction, [label.name]);
    }
    await recordChanges(transaction, changed);
  }
  return analysed;
}

/** A file that holds a recording, and where it is a song of a music server, the name of that and what was done with it. */
type FileHolding = LibraryFile & {
  readonly server?: string | undefined;
  readonly use?: SongUse | undefined;
};

/** Reads the files that hold recordings, by the recording, in the order of their paths. */
async function readFilesHolding(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string | null, readonly FileHolding[]>> {
  const files = await transaction
    .selectFrom("libraryFiles")
    .selectAll()
    .where("recordingId", "in", recordingIds)
    .orderBy("folder")
    .orderBy("relativePath")
    .orderBy("rangeNumber")
    .execute();
  const useOf = await readUseOfSongs(transaction, files);
  const filesOf = new Map<string | null, FileHolding[]>();
  for (const row of files) {
    const server = findMusicServerName(row.folder);
    const file = { ...toLibraryFile(row), server, use: useOf.get(absolutePathOf(row)) };
    const known = filesOf.get(row.recordingId);
    if (known) known.push(file);
    else filesOf.set(row.recordingId, [file]);
  }
  return filesOf;
}

const LABEL_COLUMNS = [
  ...(["trackKey", "artist", "trackName", "source"] as const),
  ...(["release", "holdingFile", "goneAt", "ruledName"] as const),
] as const;

type ListedRow = Pick<AnalysesTable, "recordingId" | (typeof LABEL_COLUMNS)[number]>;

/**
 * Returns the source of a recording. An upload or a preview that was forgotten, and that a file holds now, returns as a
 * recording of that file: it leaves again with it.
 */
const returnedSourceOf = ({ source, goneAt }: ListedRow, files: readonly LibraryFile[]): string =>
  goneAt !== null && files.length > 0 ? "library" : source;

/**
 * Returns when recordings left the library, those that did. What was measured from a file leaves with the last one that
 * holds it; a file that held it before its bytes changed may hold it still, until it is read. Uploads and previews never
 * came with a file.
 */
async function goneTimes(
  transaction: Transaction<Schema>,
  {
    listed,
    filesOf,
    changedAt,
  }: {
    readonly listed: readonly ListedRow[];
    readonly filesOf: ReadonlyMap<string | null, unknown>;
    readonly changedAt: number | undefined;
  },
): Promise<ReadonlyMap<string, number>> {
  const without = listed.filter(({ recordingId }) => !filesOf.has(recordingId));
  const left = without.filter(({ goneAt, source }) => goneAt === null && source === "library");
  const gone = new Map<string, number>();
  for (const { recordingId, goneAt } of without) if (goneAt !== null) gone.set(recordingId, goneAt);
  if (changedAt === undefined || left.length === 0) return gone;
  const unread = await transaction
    .selectFrom("libraryFiles")
    .select("formerRecordingId")
    .where(
      "formerRecordingId",
      "in",
      left.map(({ recordingId }) => recordingId),
    )
    .execute();
  const mayBeHeld = new Set(unread.map(({ formerRecordingId }) => formerRecordingId));
  for (const { recordingId } of left) {
    if (!mayBeHeld.has(recordingId)) gone.set(recordingId, changedAt);
  }
  return gone;
}

/**
 * Returns the columns of the name that a recording is to be listed under, and of the files that hold it.
 *
 * @param files in the order of their paths
 */
function labelOf(
  row: ListedRow,
  files: readonly FileHolding[],
  stated: Partial<StatedName> | undefined,
): { readonly name: TrackNames; readonly columns: Partial<AnalysesTable> } {
  const [file] = files;
  const { source, goneAt } = row;
  const held = holdingFileOf(files);
  const holdingFile = held === undefined ? null : JSON.stringify(held);
  if (file === undefined && stated === undefined && row.ruledName === null) {
    return {
      name: { ...row, trackKey: row.trackKey as TrackKey },
      columns: { ...row, holdingFile },
    };
  }
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
      ...{ source, holdingFile, goneAt },
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
