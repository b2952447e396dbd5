import type { Kysely, Migration } from "kysely";

/**
 * Creates the tables of music servers and of what they list of their songs, and stores with files what their server says of
 * them: files of disks have nothing there.
 */
export const knowMusicServers: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("music_servers")
      .addColumn("name", "text", (column) => column.primaryKey().notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("user_name", "text")
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("sends_password", "integer", (column) => column.notNull())
      .addColumn("requests_per_second", "integer", (column) => column.notNull())
      .addColumn("bytes_per_second", "bigint")
      .addColumn("added_at", "bigint", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createTable("server_songs")
      .addColumn("server", "text", (column) => column.notNull())
      .addColumn("relative_path", "text", (column) => column.notNull())
      .addColumn("song_id", "text", (column) => column.notNull())
      .addColumn("suffix", "text", (column) => column.notNull())
      .addColumn("size_bytes", "bigint", (column) => column.notNull())
      .addColumn("tags", "text", (column) => column.notNull())
      .addColumn("cover_id", "text")
      .addColumn("rating", "integer")
      .addColumn("favourite_at", "bigint")
      .addColumn("play_count", "bigint")
      .addColumn("played_at", "bigint")
      .addPrimaryKeyConstraint("server_songs_pk", ["server", "relative_path"])
      .execute();
    await kysely.schema.alterTable("library_files").addColumn("facts", "text").execute();
  },
};
