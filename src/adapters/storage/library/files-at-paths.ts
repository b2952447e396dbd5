import type { Transaction } from "kysely";
import type { LibraryPath } from "../../../domain/library/library-file.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

const ROWS_PER_STATEMENT = 500;

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

/** Yields paths by their folders, as many as one statement takes. */
export function* portionsByFolder(
  paths: readonly LibraryPath[],
): Generator<{ readonly folder: string; readonly relativePaths: readonly string[] }> {
  for (const folder of new Set(paths.map((path) => path.folder))) {
    const inFolder = paths.filter((path) => path.folder === folder);
    const relativePaths = [...new Set(inFolder.map(({ relativePath }) => relativePath))];
    for (const some of portionsOf(relativePaths, ROWS_PER_STATEMENT)) {
      yield { folder, relativePaths: some };
    }
  }
}
