import { type Kysely, type Migration, sql } from "kysely";

/**
 * Stores what the tags of library files say of their sound. The times of stored files are changed by a
 * millisecond, so that the next scan reads their tags again; their audio is not read.
 */
export const keepTaggedValues: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("library_files").addColumn("tagged", "text").execute();
    await sql`update library_files set modified_at = modified_at - 1`.execute(kysely);
  },
};
