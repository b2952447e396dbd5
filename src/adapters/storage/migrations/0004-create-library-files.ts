import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of library files, and the counter of their changes: every row that is written
 * gets the next revision, so that an index in memory finds what another process wrote.
 */
export const createLibraryFiles: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("library_files")
      .addColumn("folder", "text", (column) => column.notNull())
      .addColumn("relative_path", "text", (column) => column.notNull())
      .addColumn("revision", "bigint", (column) => column.notNull())
      .addColumn("names_folded", "text", (column) => column.notNull())
      .addColumn("track_key", "text", (column) => column.notNull())
      .addColumn("artist", "text", (column) => column.notNull())
      .addColumn("track_name", "text", (column) => column.notNull())
      .addColumn("album", "text")
      .addColumn("duration_seconds", "double precision")
      .addColumn("isrc", "text")
      .addColumn("musicbrainz_id", "text")
      .addColumn("has_cover", "integer", (column) => column.notNull())
      .addColumn("size_bytes", "bigint", (column) => column.notNull())
      .addColumn("modified_at", "bigint", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("library_files_primary_key", ["folder", "relative_path"])
      .execute();
    for (const column of ["revision", "track_key"]) {
      await kysely.schema
        .createIndex(`library_files_by_${column}`)
        .on("library_files")
        .column(column)
        .execute();
    }

    await kysely.schema
      .createTable("library_revision")
      .addColumn("revision", "bigint", (column) => column.notNull())
      .execute();
    await (kysely as unknown as Kysely<Revision>)
      .insertInto("library_revision")
      .values({ revision: 0 })
      .execute();
  },
};

interface Revision {
  readonly library_revision: { readonly revision: number };
}
