import { type Kysely, type Migration, sql } from "kysely";

/**
 * Stores genre, year and numbers of the tags of library files. The times of stored files are changed by a
 * millisecond, so that the next scan reads their tags again; their audio is not read.
 */
export const keepReleaseDetails: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("library_files").addColumn("genre", "text").execute();
    for (const column of ["year", "track_number", "disc_number"]) {
      await kysely.schema.alterTable("library_files").addColumn(column, "integer").execute();
    }
    await sql`update library_files set modified_at = modified_at - 1`.execute(kysely);
  },
};
