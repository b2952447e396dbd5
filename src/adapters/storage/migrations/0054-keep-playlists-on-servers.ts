import type { Kysely, Migration } from "kysely";

/** Creates the table of the playlists that are kept on music servers. */
export const keepPlaylistsOnServers: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("server_playlists")
      .addColumn("playlist_id", "text", (column) => column.notNull())
      .addColumn("server", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("is_public", "integer", (column) => column.notNull())
      .addColumn("user_name", "text")
      .addColumn("secret", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("remote_id", "text")
      .addColumn("sent", "text")
      .addColumn("sending", "text")
      .addColumn("digest", "text")
      .addColumn("revision", "integer")
      .addColumn("left_out", "integer")
      .addColumn("tried_at", "bigint")
      .addColumn("sent_at", "bigint")
      .addColumn("problem", "text")
      .addColumn("is_due", "integer", (column) => column.notNull())
      .addColumn("is_ending", "integer", (column) => column.notNull())
      .addColumn("held_until", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("server_playlists_pk", ["playlist_id", "server"])
      .execute();
  },
};
