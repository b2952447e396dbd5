import type { Transaction } from "kysely";
import {
  fileIdOf,
  type LibraryFile,
  type LibraryPath,
} from "../../../domain/library/library-file.js";
import { portionsByFolder } from "../portions.js";
import type { LibraryFilesTable, Schema } from "../tables.js";

/** Removes the rows at paths. */
export async function deletePaths(
  transaction: Transaction<Schema>,
  paths: readonly LibraryPath[],
): Promise<void> {
  for (const { folder, relativePaths } of portionsByFolder(paths)) {
    await transaction
      .deleteFrom("libraryFiles")
      .where("folder", "=", folder)
      .where("relativePath", "in", relativePaths)
      .execute();
  }
}

/** Returns the recordings that the files at paths hold, or held before their bytes changed. */
export async function heldAt(
  transaction: Transaction<Schema>,
  paths: readonly LibraryPath[],
): Promise<readonly { readonly fileId: string; readonly recordingId: string }[]> {
  const held: { fileId: string; recordingId: string }[] = [];
  for (const { folder, relativePaths } of portionsByFolder(paths)) {
    const rows = await transaction
      .selectFrom("libraryFiles")
      .select(["fileId", "recordingId", "formerRecordingId"])
      .where("folder", "=", folder)
      .where("relativePath", "in", relativePaths)
      .execute();
    for (const { fileId, recordingId, formerRecordingId } of rows) {
      const id = recordingId ?? formerRecordingId;
      if (id !== null) held.push({ fileId, recordingId: id });
    }
  }
  return held;
}

/** Returns what a file holds, and held before its bytes changed; `undefined` where it was changed or removed since it was read. */
export function heldAsRead(
  transaction: Transaction<Schema>,
  file: LibraryFile,
): Promise<Pick<LibraryFilesTable, "recordingId" | "formerRecordingId"> | undefined> {
  const { sizeBytes, modifiedAt, changedAt, fingerprint, trackKey, range } = file;
  const asRead = { sizeBytes, modifiedAt, changedAt, fingerprint, trackKey };
  return transaction
    .selectFrom("libraryFiles")
    .select(["recordingId", "formerRecordingId"])
    .where((build) => build.and({ fileId: fileIdOf(file), ...asRead }))
    .where("rangeStart", "is not distinct from", range?.startFrame ?? null)
    .where("rangeEnd", "is not distinct from", range?.endFrame ?? null)
    .executeTakeFirst();
}
