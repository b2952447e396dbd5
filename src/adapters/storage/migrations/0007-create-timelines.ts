import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of timelines. They are separate from their analyses, because they are long, and
 * most reads of an analysis do not need them.
 */
export const createTimelines: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("analysis_timelines")
      .addColumn("track_key", "text", (column) =>
        column.primaryKey().references("analyses.track_key").onDelete("cascade"),
      )
      .addColumn("timeline", "text", (column) => column.notNull())
      .execute();
  },
};
