import { AudioElsewhereError } from "../../domain/errors/not-found-errors.js";
import { failureFrom } from "../../domain/errors/failure.js";
import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { JobClaim, JobWorker } from "../../ports/analysis/job-worker.js";
import type { FailureLog } from "../failure-log.js";

/** Ends the claims of jobs that failed, each with its further attempts. */
export class FailedJobs {
  constructor(
    private readonly needs: {
      readonly worker: Pick<JobWorker, "fail" | "decline">;
      /** Returns the milliseconds until the next attempt, or `undefined` where there is none. */
      readonly retryDelay: (error: Error, attempt: number) => number | undefined;
      /** Called when a job has failed for good, before it ends; must not reject. */
      readonly onFailed: (job: AnalysisJob, error: Error) => Promise<void>;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Lets another process run the job, or lets it wait for another attempt, or ends it. Returns whether
   * the claim was valid.
   */
  async end(claim: JobClaim, error: Error): Promise<boolean> {
    const { worker, retryDelay, onFailed, failures } = this.needs;
    if (error instanceof AudioElsewhereError && (await worker.decline(claim))) return true;
    // Written here, because those that wait get neither the cause nor the stack.
    failures.record(error, { jobId: claim.job.id, trackKey: claim.job.track.trackKey });
    const delay = retryDelay(error, claim.attempt);
    if (delay === undefined) await onFailed(claim.job, error);
    return worker.fail(claim, failureFrom(error), delay);
  }
}
