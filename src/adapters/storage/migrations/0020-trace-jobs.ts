import type { Kysely, Migration } from "kysely";

/** Stores in which trace a job was added. */
export const traceJobs: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("analysis_jobs").addColumn("trace_parent", "text").execute();
  },
};
