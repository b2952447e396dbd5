import type { Kysely, Migration } from "kysely";

/** Creates the table of the files that clients upload, where servers do not share a disk. */
export const keepUploads: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("upload_parts")
      .addColumn("upload_id", "text", (column) => column.notNull())
      .addColumn("place", "integer", (column) => column.notNull())
      .addColumn("size_bytes", "integer", (column) => column.notNull())
      .addColumn("stored_at", "bigint", (column) => column.notNull())
      .addColumn("content", "blob", (column) => column.notNull())
      .addPrimaryKeyConstraint("upload_parts_key", ["upload_id", "place"])
      .execute();
  },
};
