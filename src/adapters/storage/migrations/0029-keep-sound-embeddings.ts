import type { Kysely, Migration } from "kysely";

/** Stores where recordings lie among others by how they sound. Stored analyses, which are of older versions, have none. */
export const keepSoundEmbeddings: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("analyses").addColumn("sound_embedding", "text").execute();
  },
};
