import { type Kysely, type Migration, sql } from "kysely";

/**
 * Stores the artists, the album artist, the composer, the work and the movement of the tags of library
 * files. The times of stored files are changed by a millisecond, so that the next scan reads their tags
 * again: until then, their names may be shorter than in the tags.
 */
export const keepCredits: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    for (const column of ["artists", "album_artist", "composer", "work", "movement"]) {
      await kysely.schema.alterTable("library_files").addColumn(column, "text").execute();
    }
    await kysely.schema
      .alterTable("library_files")
      .addColumn("movement_number", "integer")
      .execute();
    await sql`update library_files set modified_at = modified_at - 1`.execute(kysely);
  },
};
