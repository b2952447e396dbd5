import type { Failure } from "../../domain/errors/failure.js";
import type { AnalysisJob, JobResult } from "./job-queue.js";

/** The right to run a job once. */
export interface JobClaim {
  readonly job: AnalysisJob;
  /** Distinguishes this claim from every other of the job. */
  readonly token: string;
  /** Number of the attempt, counted from 1. A released job repeats the number. */
  readonly attempt: number;
  /**
   * How long the claim lasts unless it is extended; absent where it lasts until the job ends. The
   * job of a claim that ran out is handed out again.
   */
  readonly leaseMilliseconds?: number;
  /** The name of the worker on another machine that runs the job; absent where this process does. */
  readonly worker?: string;
}

/**
 * Hands out the jobs of a `JobQueue` to those who run them. Each function that takes a claim returns
 * whether the claim was still valid; where it was not, nothing changes.
 */
export interface JobWorker<Result = JobResult> {
  /**
   * Waits until a job may start, and claims it: awaited jobs first, then those of the background,
   * each in order of arrival. Each waiting call claims one job.
   *
   * @param worker the name of the worker on another machine that runs the job, if one does: a closing
   * queue does not wait for its end
   * @returns `undefined` where the signal aborts or the queue closes first
   */
  claim(signal: AbortSignal, worker?: string): Promise<JobClaim | undefined>;

  /** Makes the lease last for its whole time from now on. */
  extend(claim: JobClaim): Promise<boolean>;

  /** Ends the job as done, with a result for those that wait for it, if it has one. */
  complete(claim: JobClaim, result?: Result): Promise<boolean>;

  /**
   * Ends the job as failed, or lets it wait for another attempt. Meanwhile it counts as waiting,
   * behind all others.
   *
   * @param retryAfterMilliseconds the time until the next attempt, >= 0; where absent, the job ends
   */
  fail(claim: JobClaim, failure: Failure, retryAfterMilliseconds?: number): Promise<boolean>;

  /**
   * Gives the job back because this process cannot read its audio, which another may. The attempt does
   * not count.
   *
   * @returns whether the job waits for another process; where there is no other, the caller fails it
   */
  decline(claim: JobClaim): Promise<boolean>;

  /**
   * Gives the job back unfinished, in front of the jobs that wait; the attempt does not count.
   *
   * @param failure the outcome for those that wait for the job while the queue closes; by default
   * that of a busy analyser
   */
  release(claim: JobClaim, failure?: Failure): Promise<boolean>;
}

/** Finds claims by what a worker on another machine sends. */
export interface JobClaims {
  /** Returns the valid claim with this token of the job with this id. */
  find(jobId: string, token: string): Promise<JobClaim | undefined>;

  /** Returns whether the claim with this token ended the job as done, during the last minute at least. */
  hasCompleted(jobId: string, token: string): Promise<boolean>;
}
