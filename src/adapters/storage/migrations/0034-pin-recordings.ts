import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of the recordings that users chose for names. It refers to no other table, because a
 * choice stays while the library has no file of the recording.
 */
export const pinRecordings: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("recording_pins")
      .addColumn("track_key", "text", (column) => column.primaryKey().notNull())
      .addColumn("recording_id", "text", (column) => column.notNull())
      .execute();
  },
};
