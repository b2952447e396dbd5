import type { Transaction } from "kysely";
import type { FileId } from "../../../domain/library/library-file.js";
import { measureLengths, relabel } from "../analyses/recording-labels.js";
import { searchByStatedNames } from "../analyses/stated-file-names.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

const ROWS_PER_STATEMENT = 500;

/** Brings what is said of recordings in line with files that were changed, and the files with what was measured. */
export async function followFiles(
  transaction: Transaction<Schema>,
  changed: {
    readonly fileIds: readonly FileId[];
    /** The recordings that the files held. */
    readonly before: readonly string[];
    /** Those that they hold. */
    readonly now: readonly string[];
    /** When they were changed, milliseconds since 1970. */
    readonly changedAt: number;
  },
): Promise<void> {
  const { before, now, changedAt } = changed;
  const options = { changedAt, isTouched: true };
  const analysed = await relabel(transaction, [...before, ...now], options);
  const known = now.filter((recordingId) => analysed.has(recordingId));
  await measureLengths(transaction, known);
  if (now.length > 0) await rememberNames(transaction, changed.fileIds);
  // A recording without an analysis has no stated name, but its file may still be found by that of the one before.
  await searchByStatedNames(transaction, before.length === 0 ? known : now);
}

/**
 * Remembers that the names of files mean the recordings that the files hold, also after the files are
 * removed or get other names, and not what files with the names held before.
 */
async function rememberNames(
  transaction: Transaction<Schema>,
  fileIds: readonly FileId[],
): Promise<void> {
  for (const some of portionsOf(fileIds, ROWS_PER_STATEMENT)) {
    await transaction
      .deleteFrom("recordingNames")
      .where("trackKey", "in", (build) =>
        build
          .selectFrom("libraryFiles")
          .select("libraryFiles.trackKey")
          .where("fileId", "in", some)
          .where("libraryFiles.recordingId", "is not", null),
      )
      .where("recordingId", "in", (build) =>
        build.selectFrom("analyses").select("analyses.recordingId").where("source", "=", "library"),
      )
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom("libraryFiles as file")
              .select("fileId")
              .whereRef("file.trackKey", "=", "recordingNames.trackKey")
              .whereRef("file.recordingId", "=", "recordingNames.recordingId"),
          ),
        ),
      )
      .execute();
    await transaction
      .insertInto("recordingNames")
      .columns(["trackKey", "recordingId", "artist", "trackName"])
      .expression((build) =>
        build
          .selectFrom("libraryFiles as file")
          .innerJoin("analyses", "analyses.recordingId", "file.recordingId")
          .select((column) => [
            "file.trackKey",
            "analyses.recordingId",
            column.fn.min("file.artist").as("artist"),
            column.fn.min("file.trackName").as("trackName"),
          ])
          .where("fileId", "in", some)
          .groupBy(["file.trackKey", "analyses.recordingId"]),
      )
      .onConflict((conflict) => conflict.columns(["trackKey", "recordingId"]).doNothing())
      .execute();
  }
}
