import type { Kysely, Migration } from "kysely";

/** Creates the table of the jobs of all processes. */
export const keepJobs: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("analysis_jobs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      // Null for jobs that have ended; null values count as different.
      .addColumn("live_name", "text", (column) => column.unique())
      .addColumn("track_key", "text", (column) => column.notNull())
      .addColumn("track", "text", (column) => column.notNull())
      .addColumn("upload", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("priority", "integer", (column) => column.notNull())
      .addColumn("place", "bigint", (column) => column.notNull())
      .addColumn("run_after", "bigint", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("losses", "integer", (column) => column.notNull())
      .addColumn("token", "text")
      .addColumn("owner", "text")
      .addColumn("lease_until", "bigint")
      .addColumn("declined_at", "bigint")
      .addColumn("outcome", "text")
      .addColumn("ended_at", "bigint")
      .execute();
    // The order of claims, and of positions in the queue.
    await kysely.schema
      .createIndex("analysis_jobs_by_turn")
      .on("analysis_jobs")
      .columns(["version", "state", "priority", "place", "run_after"])
      .execute();
    await kysely.schema
      .createIndex("analysis_jobs_by_place")
      .on("analysis_jobs")
      .column("place")
      .execute();
    await kysely.schema
      .createIndex("analysis_jobs_by_track")
      .on("analysis_jobs")
      .columns(["track_key", "state"])
      .execute();
    await kysely.schema
      .createIndex("analysis_jobs_by_end")
      .on("analysis_jobs")
      .columns(["state", "ended_at"])
      .execute();
  },
};
