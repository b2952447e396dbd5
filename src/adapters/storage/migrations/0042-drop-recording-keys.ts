import type { Kysely, Migration } from "kysely";

/** Drops the keys of spellings, which were written with each analysis: no query has read them since recordings are identified. */
export const dropRecordingKeys: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema.alterTable("analyses").dropColumn("recording_key").execute();
  },
};
