import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { HeldFile, HeldRecording } from "../../../domain/duplicates/duplicate-sets.js";
import { absolutePathOf, countedTags, type FileId } from "../../../domain/library/library-file.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { HeldFiles } from "../../../ports/library/held-files.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { LibraryFilesTable, Schema } from "../tables.js";

/** Recordings whose files are counted before the event loop runs other work: some milliseconds. */
const COUNTED_PER_SLICE = 2000;

/** Recordings whose files are read before it does: few have more than two. */
const READ_PER_SLICE = 250;

/** Reads the files of recordings from the tables of files and of analyses. */
export class SqlHeldFiles implements HeldFiles {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  async read(
    isWanted: (recordingId: RecordingId, fileCount: number) => boolean,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RecordingId, HeldRecording>> {
    const held = new Map<RecordingId, HeldRecording>();
    for (let after: string | undefined = ""; after !== undefined;) {
      signal.throwIfAborted();
      const counted = await this.#count(after);
      const wanted = counted.filter(({ id, fileCount }) => isWanted(id, fileCount));
      for (const some of portionsOf(wanted, READ_PER_SLICE)) {
        signal.throwIfAborted();
        const found = await this.#readSome(some.map(({ id }) => id));
        for (const recording of found) held.set(recording.recordingId, recording);
      }
      after = counted.length < COUNTED_PER_SLICE ? undefined : counted.at(-1)?.id;
    }
    return held;
  }

  /** Counts the files of the recordings behind one, in the order of their ids. */
  async #count(
    after: string,
  ): Promise<readonly { readonly id: RecordingId; readonly fileCount: number }[]> {
    await nextTurn();
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select((build) => ["recordingId", build.fn.countAll<number>().as("fileCount")])
      .where("recordingId", ">", after)
      .where("rangeNumber", "=", 0)
      .where(isOnDisk)
      .groupBy("recordingId")
      .orderBy("recordingId")
      .limit(COUNTED_PER_SLICE)
      .execute();
    return rows.map((row) => ({
      id: row.recordingId as RecordingId,
      fileCount: Number(row.fileCount),
    }));
  }

  async #readSome(recordingIds: readonly RecordingId[]): Promise<readonly HeldRecording[]> {
    await nextTurn();
    const analyses = await this.#kysely
      .selectFrom("analyses")
      .select(["recordingId", "artistFolded", "trackNameFolded", "durationSeconds", "isExcerpt"])
      .where("recordingId", "in", recordingIds)
      .where("isVerified", "=", 1)
      .orderBy("recordingId")
      .execute();
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(["recordingId", "fileId", "folder", "relativePath"])
      .select(["sizeBytes", "inode", "changedAt", tagCount.as("tagCount")])
      .where("recordingId", "in", recordingIds)
      .where("rangeNumber", "=", 0)
      .where(isOnDisk)
      .orderBy("folder")
      .orderBy("relativePath")
      .execute();
    const filesOf = new Map<string | null, HeldFile[]>();
    for (const row of rows) {
      const files = filesOf.get(row.recordingId) ?? [];
      files.push(toHeldFile(row));
      filesOf.set(row.recordingId, files);
    }
    return analyses.flatMap((analysis) => {
      const files = filesOf.get(analysis.recordingId);
      if (files === undefined) return [];
      return {
        recordingId: analysis.recordingId as RecordingId,
        nameFolded: `${analysis.artistFolded} ${analysis.trackNameFolded}`,
        durationSeconds: analysis.durationSeconds,
        isExcerpt: analysis.isExcerpt === 1,
        files,
      };
    });
  }
}

/** Songs of music servers are left out: who has a server and its folder in the library would have all twice. */
const isOnDisk = sql<boolean>`facts is null`;

/** The number that `tagCountOf` returns. */
const tagCount = sql<number>`${sql.join(
  [
    sql.ref("hasCover"),
    ...countedTags.map((name) => sql`case when ${sql.ref(name)} is null then 0 else 1 end`),
  ],
  sql` + `,
)}`;

function toHeldFile(
  row: Pick<
    LibraryFilesTable,
    "fileId" | "folder" | "relativePath" | "sizeBytes" | "inode" | "changedAt"
  > & { readonly tagCount: number },
): HeldFile {
  const { fileId, sizeBytes, inode, changedAt } = row;
  return {
    fileId: fileId as FileId,
    path: absolutePathOf(row),
    ...{ sizeBytes, inode, changedAt },
    tagCount: Number(row.tagCount),
  };
}
