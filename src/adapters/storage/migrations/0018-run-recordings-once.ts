import type { Kysely, Migration } from "kysely";

/**
 * Stores the recording of each job, and which recordings are being analysed; it is not known of jobs
 * that were there before.
 */
export const runRecordingsOnce: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    for (const column of ["recording", "running_recording"]) {
      await kysely.schema.alterTable("analysis_jobs").addColumn(column, "text").execute();
    }
    // Null for jobs that do not run; null values count as different.
    await kysely.schema
      .createIndex("analysis_jobs_by_running_recording")
      .on("analysis_jobs")
      .column("running_recording")
      .unique()
      .execute();
  },
};
