import type { Kysely, Migration } from "kysely";

/** Creates the table of ids of Spotify from imported tables. */
export const keepIdLinks: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("id_links")
      .addColumn("spotify_id", "text", (column) => column.primaryKey().notNull())
      .addColumn("isrc", "text")
      .addColumn("musicbrainz_id", "text")
      .addColumn("track_key", "text")
      .execute();
  },
};
