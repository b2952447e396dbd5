import type { Kysely } from "kysely";
import type {
  ChangedRecording,
  ChangePage,
  RecordingChange,
} from "../../../domain/catalogue/recording-change.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { RecordingChanges } from "../../../ports/analysis/recording-changes.js";
import { newestRevision } from "../analysis-changes.js";
import type { Database } from "../database.js";
import { readFingerprints } from "../fingerprints/saved-fingerprint.js";
import type { Schema } from "../tables.js";
import { readNamesOf } from "./named-recordings.js";
import { readAnalyses } from "./stored-analyses.js";

/** What is read beside analyses, by the ids of recordings. */
type FoundBeside<Found> = ReadonlyMap<string, Found>;

/**
 * Reads changes from the database. Nothing is read from memory, where it may be from before the change; and what is known of
 * a recording is read after its revision, so that it is never older.
 */
export class SqlRecordingChanges implements RecordingChanges {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  async find(after: number, first: number): Promise<ChangePage> {
    const newest = await newestRevision(this.#kysely);
    const rows = await this.#kysely
      .selectFrom("analysisChanges")
      .select(["recordingId", "revision"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(first)
      .execute();
    const known = await this.#known(rows.map(({ recordingId }) => recordingId));
    const changes = rows.map(({ recordingId, revision }): RecordingChange => {
      const found = known.get(recordingId);
      return { recordingId: recordingId as RecordingId, revision, ...(found && { known: found }) };
    });
    return { changes, revision: rows.at(-1)?.revision ?? Math.max(after, newest), newest };
  }

  async #known(ids: readonly string[]): Promise<FoundBeside<ChangedRecording>> {
    if (ids.length === 0) return new Map();
    const analyses = [...(await readAnalyses(this.#kysely, ids))];
    const [names, codes, fingerprints] = await Promise.all([
      readNamesOf(this.#kysely, ids),
      this.#codes(ids),
      readFingerprints(this.#kysely, ids),
    ]);
    return new Map(
      analyses
        .filter(([, { goneAt }]) => goneAt === undefined)
        .map(([id, analysis]) => {
          const fingerprint = fingerprints.get(id);
          const known = {
            ...{ analysis, names: names.get(id) ?? [] },
            ...codes.get(id),
            ...(fingerprint !== undefined && { fingerprint }),
          };
          return [id, known];
        }),
    );
  }

  async #codes(
    ids: readonly string[],
  ): Promise<FoundBeside<Pick<ChangedRecording, "isrc" | "musicbrainzId">>> {
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(["recordingId", "isrc", "musicbrainzId"])
      .where("recordingId", "in", ids)
      .where((build) =>
        build.or([build("isrc", "is not", null), build("musicbrainzId", "is not", null)]),
      )
      .orderBy("folder", "desc")
      .orderBy("relativePath", "desc")
      .orderBy("rangeNumber", "desc")
      .execute();
    const codes = new Map<string, Pick<ChangedRecording, "isrc" | "musicbrainzId">>();
    for (const { recordingId, isrc, musicbrainzId } of rows) {
      if (recordingId === null) continue;
      codes.set(recordingId, {
        ...codes.get(recordingId),
        ...(isrc !== null && { isrc }),
        ...(musicbrainzId !== null && { musicbrainzId }),
      });
    }
    return codes;
  }
}
