import type { Kysely, Migration } from "kysely";

/** Creates the table of failed analyses, which are not repeated at every request. */
export const rememberFailures: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("analysis_failures")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("track_key", "text", (column) => column.notNull())
      .addColumn("failure", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("analysis_failures_key", ["kind", "track_key"])
      .execute();
    await kysely.schema
      .createIndex("analysis_failures_by_expiry")
      .on("analysis_failures")
      .column("expires_at")
      .execute();
  },
};
