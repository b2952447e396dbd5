import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Failure } from "../../../domain/errors/failure.js";
import type { FileId } from "../../../domain/library/library-file.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { FileProgress, LibraryProgress } from "../../../ports/library/library-progress.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** Joins the files of the library with the analyses of their recordings, and their failures. */
export class SqlLibraryProgress implements LibraryProgress {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;

  constructor({ database, time }: { readonly database: Database; readonly time: DatabaseTime }) {
    this.#kysely = database.kysely;
    this.#time = time;
  }

  async findAfter(
    after: FileId | undefined,
    { limit, folders }: { readonly limit: number; readonly folders?: readonly string[] },
  ): Promise<readonly FileProgress[]> {
    if (folders?.length === 0) return [];
    // SQLite answers at once: without a turn, a walk of many slices would hold the event loop.
    await nextTurn();
    const slice = this.#selected()
      .where("file.fileId", ">", after ?? "")
      .limit(limit);
    const rows = await (folders ? slice.where(areReadable(folders)) : slice).execute();
    return rows.map(toFileProgress);
  }

  async findNamed(trackKey: TrackKey): Promise<readonly FileProgress[]> {
    const rows = await this.#selected().where("file.trackKey", "=", trackKey).execute();
    return rows.map(toFileProgress);
  }

  async revision(): Promise<string> {
    const { files, analyses } = await this.#kysely
      .selectFrom(["libraryRevision", "analysisRevision"])
      .select(["libraryRevision.revision as files", "analysisRevision.revision as analyses"])
      .executeTakeFirstOrThrow();
    // Failures have no revision: a new one ends later than those before it.
    const { count, expiries } = await this.#kysely
      .selectFrom("analysisFailures")
      .select((build) => [
        build.fn.countAll().as("count"),
        build.fn.sum("expiresAt").as("expiries"),
      ])
      .where("kind", "=", "track")
      .executeTakeFirstOrThrow();
    const away = await this.#kysely
      .selectFrom("libraryDirectories")
      .select(["folder", "relativePath"])
      .where("absence", "is not", null)
      .orderBy("folder")
      .orderBy("relativePath")
      .execute();
    return JSON.stringify([files, analyses, count, expiries, away]);
  }

  /** Selects files in the order of their ids. */
  #selected() {
    return this.#kysely
      .selectFrom("libraryFiles as file")
      .leftJoin("analyses", "analyses.recordingId", "file.recordingId")
      .leftJoin("analysisFailures as failed", (join) =>
        join
          .on("failed.name", "=", sql<string>`'file:' || file.file_id`)
          .on("failed.kind", "=", "track"),
      )
      .leftJoin("libraryFolders as paused", "paused.folder", "file.folder")
      .select([
        "file.fileId",
        "file.trackKey",
        "file.recordingId",
        "analyses.version",
        "analyses.analyzedAt",
        "analyses.isVerified",
        "failed.failure",
        "paused.isPaused",
        sql<number | null>`failed.expires_at - ${this.#time()}`.as("milliseconds"),
      ])
      .orderBy("file.fileId");
  }
}

/** The condition that a file lies in one of the folders, and not in a directory whose files are away. */
const areReadable = (folders: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`file.folder in (${sql.join(folders)}) and not exists (
    select 1 from library_directories as away
    where away.folder = file.folder and away.absence is not null and (away.relative_path = '' or
      substr(file.relative_path, 1, length(away.relative_path) + 1) = away.relative_path || '/'))`;

interface ProgressRow {
  readonly fileId: string;
  readonly trackKey: string;
  readonly recordingId: string | null;
  readonly version: number | null;
  readonly analyzedAt: number | null;
  readonly isVerified: number | null;
  readonly failure: string | null;
  readonly milliseconds: number | null;
  readonly isPaused: number | null;
}

function toFileProgress(row: ProgressRow): FileProgress {
  const { recordingId, version, analyzedAt, failure, milliseconds } = row;
  const secondsLeft = Math.max(0, Number(milliseconds)) / 1_000;
  const isAnalysed = version !== null && analyzedAt !== null;
  return {
    fileId: row.fileId as FileId,
    trackKey: row.trackKey as TrackKey,
    isPaused: row.isPaused === 1,
    ...(recordingId !== null && { recordingId: recordingId as RecordingId }),
    ...(isAnalysed && { analysis: { version, analyzedAt, isUnverified: row.isVerified === 0 } }),
    ...(failure !== null && { failure: { ...(JSON.parse(failure) as Failure), secondsLeft } }),
  };
}
