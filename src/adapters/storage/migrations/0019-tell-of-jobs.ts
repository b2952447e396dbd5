import type { Kysely, Migration } from "kysely";

/** Stores which worker on another machine runs a job, and why its last attempt failed. */
export const tellOfJobs: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    for (const column of ["worker", "last_failure"]) {
      await kysely.schema.alterTable("analysis_jobs").addColumn(column, "text").execute();
    }
  },
};
