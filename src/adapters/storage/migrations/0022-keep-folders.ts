import type { Kysely, Migration } from "kysely";

/** Creates the table of library folders that were added or paused while a server runs. */
export const keepFolders: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("library_folders")
      .addColumn("folder", "text", (column) => column.primaryKey().notNull())
      .addColumn("is_added", "integer", (column) => column.notNull())
      .addColumn("is_paused", "integer", (column) => column.notNull())
      .execute();
  },
};
