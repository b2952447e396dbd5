import type { Kysely, Migration } from "kysely";

/**
 * Adds recordings: the recording of an analysis, and the other spellings that it is found by. Existing
 * analyses have no recording, and are found by their own key only.
 */
export const knowRecordings: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("analyses").addColumn("recording_key", "text").execute();
    await kysely.schema
      .createIndex("analyses_by_recording_key")
      .on("analyses")
      .column("recording_key")
      .execute();

    await kysely.schema
      .createTable("analysis_spellings")
      .addColumn("track_key", "text", (column) => column.primaryKey())
      .addColumn("artist", "text", (column) => column.notNull())
      .addColumn("track_name", "text", (column) => column.notNull())
      .addColumn("analysis_key", "text", (column) =>
        column.notNull().references("analyses.track_key").onDelete("cascade"),
      )
      .execute();
    await kysely.schema
      .createIndex("analysis_spellings_by_analysis_key")
      .on("analysis_spellings")
      .column("analysis_key")
      .execute();
  },
};
