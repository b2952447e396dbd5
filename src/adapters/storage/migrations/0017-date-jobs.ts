import type { Kysely, Migration } from "kysely";

/** Stores when jobs are added and claimed; it is not known of those that were there before. */
export const dateJobs: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    for (const column of ["added_at", "claimed_at"]) {
      await kysely.schema.alterTable("analysis_jobs").addColumn(column, "bigint").execute();
    }
  },
};
