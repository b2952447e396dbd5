import type { Kysely, Migration } from "kysely";

/** Creates the table of the scans that run, and of the one that ended last. */
export const showScans: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("library_scans")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("started_at", "bigint", (column) => column.notNull())
      .addColumn("reported_at", "bigint", (column) => column.notNull())
      .addColumn("folder", "text")
      .addColumn("files_seen", "integer", (column) => column.notNull())
      .addColumn("files_left", "integer", (column) => column.notNull())
      .addColumn("outcome", "text")
      .execute();
  },
};
