import type { Kysely, Migration } from "kysely";

/** Creates the table of what was written into folders of playlists. */
export const knowPlaylistFiles: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("playlist_files")
      .addColumn("folder", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("playlist_id", "text", (column) => column.notNull())
      .addColumn("file_name", "text", (column) => column.notNull())
      .addColumn("noted_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("playlist_files_pk", ["folder", "name", "digest"])
      .execute();
  },
};
