import type { Kysely, Migration } from "kysely";

const ESTIMATES = [
  "tempo",
  "key",
  "mode",
  "time_signature",
  "energy",
  "liveness",
  "danceability",
  "instrumentalness",
  "speechiness",
  "valence",
  "arousal",
  "approachability",
  "engagement",
  "happy",
  "sad",
  "relaxed",
  "aggressive",
  "loudness",
  "loudness_range",
  "true_peak",
  "tuning",
];

const ORDERS = [
  "tempo",
  "key",
  "energy",
  "danceability",
  "valence",
  "loudness",
  "artist_folded",
  "track_name_folded",
  "duration_ms",
  "analyzed_at",
];

/**
 * Creates the tables of analyses: one with the numbers that tracks are filtered and ordered by, and
 * one with what is only read as a whole, such as a thousand beats, so that table scans stay short.
 */
export const createAnalyses: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    let analyses = kysely.schema
      .createTable("analyses")
      .addColumn("track_key", "text", (column) => column.primaryKey())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("analyzed_at", "bigint", (column) => column.notNull())
      .addColumn("duration_ms", "bigint", (column) => column.notNull())
      .addColumn("duration_seconds", "double precision", (column) => column.notNull());
    for (const field of ESTIMATES) analyses = analyses.addColumn(field, "double precision");
    await analyses
      .addColumn("names_folded", "text", (column) => column.notNull())
      .addColumn("artist_folded", "text", (column) => column.notNull())
      .addColumn("track_name_folded", "text", (column) => column.notNull())
      .addColumn("artist", "text", (column) => column.notNull())
      .addColumn("track_name", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .execute();

    await kysely.schema
      .createTable("analysis_details")
      .addColumn("track_key", "text", (column) =>
        column.primaryKey().references("analyses.track_key").onDelete("cascade"),
      )
      .addColumn("details", "text", (column) => column.notNull())
      .execute();

    for (const column of ORDERS) {
      await kysely.schema
        .createIndex(`analyses_by_${column}`)
        .on("analyses")
        .columns([column, "track_key"])
        .execute();
    }
  },
};
