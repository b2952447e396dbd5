import type { Kysely, Migration } from "kysely";

/** Creates the table of playlists. */
export const keepPlaylists: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("playlists")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("recipe", "text", (column) => column.notNull())
      .addColumn("is_written", "integer", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex("playlists_by_owner_and_name")
      .on("playlists")
      .columns(["owner", "name"])
      .unique()
      .execute();
  },
};
