import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of the directories that files of the library lie in. Scans fill it: until the first
 * one, nothing is known of them.
 */
export const knowDirectories: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("library_directories")
      .addColumn("folder", "text", (column) => column.notNull())
      .addColumn("relative_path", "text", (column) => column.notNull())
      .addColumn("inode", "bigint", (column) => column.notNull())
      .addColumn("born_at", "bigint", (column) => column.notNull())
      .addColumn("is_mount", "integer", (column) => column.notNull())
      .addColumn("absence", "text")
      .addColumn("away_files", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("library_directories_key", ["folder", "relative_path"])
      .execute();
  },
};
