import type { Kysely, Migration } from "kysely";

/**
 * Timelines apart from the analyses that they belong to: they are long, and most who read an
 * analysis do not want them.
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
