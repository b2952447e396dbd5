import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./tables.js";

/**
 * Takes the next revisions of the library's files, and returns the last of them. Other writers wait until the
 * transaction ends.
 *
 * @param by how many, >= 1
 */
export async function raiseLibraryRevision(
  transaction: Transaction<Schema>,
  by: number,
): Promise<number> {
  const { revision } = await transaction
    .updateTable("libraryRevision")
    .set((build) => ({ revision: build("revision", "+", by) }))
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/** Reads the revision of the last change of the library's files. */
export async function newestLibraryRevision(kysely: Kysely<Schema>): Promise<number> {
  const { revision } = await kysely
    .selectFrom("libraryRevision")
    .select("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
