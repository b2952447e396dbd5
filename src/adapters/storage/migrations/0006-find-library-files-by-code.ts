import type { Kysely, Migration } from "kysely";

/** Adds indexes for library files by the codes in their tags. */
export const findLibraryFilesByCode: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    for (const column of ["isrc", "musicbrainz_id"]) {
      await kysely.schema
        .createIndex(`library_files_by_${column}`)
        .on("library_files")
        .column(column)
        .execute();
    }
  },
};
