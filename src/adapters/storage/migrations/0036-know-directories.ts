import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of the directories that files of the library lie in. Scans fill it: until the first
 * one, nothing is known of them.
 */
export const knowDirectories: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
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
    // For the files that are to be analysed, each of which asks whether a directory above it is away.
    await kysely.schema
      .createIndex("away_library_directories")
      .on("library_directories")
      .column("folder")
      .where("absence" as never, "is not", null)
      .execute();
  },
};
