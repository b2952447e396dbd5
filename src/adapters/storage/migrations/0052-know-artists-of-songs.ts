import type { Kysely, Migration } from "kysely";

/** Stores with songs what their servers call their artists; nothing is known of it before the next listing. */
export const knowArtistsOfSongs: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema.alterTable("server_songs").addColumn("artist_id", "text").execute();
    await kysely.schema
      .createIndex("server_songs_by_artist")
      .on("server_songs")
      .column("artist_id")
      .execute();
  },
};
