import type { Kysely, Migration } from "kysely";

/** Stores the digests of the audio in library files, and as which track the audio was analysed. */
export const knowAudio: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("library_files").addColumn("audio_digest", "text").execute();
    await kysely.schema
      .createTable("audio_contents")
      .addColumn("digest", "text", (column) => column.primaryKey().notNull())
      .addColumn("track_key", "text", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex("audio_contents_by_track")
      .on("audio_contents")
      .column("track_key")
      .execute();
  },
};
