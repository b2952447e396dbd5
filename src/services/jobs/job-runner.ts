import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { asError } from "../../domain/errors/as-error.js";
import { failureFrom } from "../../domain/errors/failure.js";
import type { AnalysisJob, JobResult } from "../../ports/analysis/job-queue.js";
import type { JobClaim, JobWorker } from "../../ports/analysis/job-worker.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../operations/failure-log.js";
import { FailedJobs } from "./failed-jobs.js";

/** Pause after a claim that failed, such as of a locked database. */
const CLAIM_PAUSE_MILLISECONDS = 1_000;

/** How often a lease is extended before it would run out, so that one failure does not lose the job. */
const EXTENSIONS_PER_LEASE = 4;

type Attempt<Result> = { readonly result: Result | undefined } | { readonly error: Error };

/** Runs jobs of the queue, a few at a time, each with its attempts. */
export class JobRunner<Result = JobResult> {
  #isStopping = false;
  /** One for each wait and each running job, so that none stays on a shared signal. */
  readonly #open = new Set<AbortController>();
  #loops: readonly Promise<void>[] = [];
  readonly #failed: FailedJobs;

  constructor(
    private readonly needs: {
      readonly worker: JobWorker<Result>;
      /**
       * Does one job, and returns its result, if it has one.
       *
       * @param attempt number of the attempt, counted from 1
       */
      readonly work: (
        job: AnalysisJob,
        signal: AbortSignal,
        attempt: number,
      ) => Promise<Result | undefined>;
      /** Returns the milliseconds until the next attempt, or `undefined` where there is none. */
      readonly retryDelay: (error: Error, attempt: number) => number | undefined;
      /** Called when a job has failed for good, before it ends; must not reject. */
      readonly onFailed: (job: AnalysisJob, error: Error) => Promise<void>;
      /** How many jobs run at once, >= 0. */
      readonly concurrency: number;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {
    this.#failed = new FailedJobs(needs);
  }

  /** Starts to claim jobs. Called at most once. */
  start(): void {
    const { concurrency } = this.needs;
    this.#loops = Array.from({ length: concurrency }, () => this.#runOneAfterAnother());
  }

  /** Claims no more jobs, aborts the running ones, waits for them and releases them. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const over of this.#open) over.abort(new AnalyzerBusyError(1));
    await Promise.all(this.#loops);
  }

  async #runOneAfterAnother(): Promise<void> {
    const { worker, clock, failures } = this.needs;
    while (!this.#isStopping) {
      try {
        const claim = await this.#untilStopped(({ signal }) => worker.claim(signal));
        if (claim === undefined) return;
        await this.#untilStopped((over) => this.#run(claim, over));
      } catch (error) {
        // A claim that could not be ended runs out, and the job is handed out again.
        failures.record(error);
        await this.#untilStopped(({ signal }) => clock.sleep(CLAIM_PAUSE_MILLISECONDS, signal));
      }
    }
  }

  async #untilStopped<Result>(act: (over: AbortController) => Promise<Result>): Promise<Result> {
    const over = new AbortController();
    this.#open.add(over);
    if (this.#isStopping) over.abort(new AnalyzerBusyError(1));
    try {
      return await act(over);
    } finally {
      this.#open.delete(over);
    }
  }

  async #run(claim: JobClaim, over: AbortController): Promise<void> {
    const { worker } = this.needs;
    const ended = new AbortController();
    const extending = this.#extend(claim, over, ended.signal);
    try {
      const done = await this.#attempt(claim, over.signal);
      if (!("error" in done)) await worker.complete(claim, done.result);
      else if (over.signal.aborted) await worker.release(claim, failureFrom(done.error));
      else await this.#failed.end(claim, done.error);
    } finally {
      ended.abort();
      await extending;
    }
  }

  /** Does the work of a claim; returns its result, or the error that ended it. */
  async #attempt({ job, attempt }: JobClaim, signal: AbortSignal): Promise<Attempt<Result>> {
    try {
      return { result: await this.needs.work(job, signal, attempt) };
    } catch (error) {
      return { error: asError(error) };
    }
  }

  /** Extends the lease of a claim until the job has ended, and aborts the job where the claim is lost. */
  async #extend(claim: JobClaim, over: AbortController, ended: AbortSignal): Promise<void> {
    const { leaseMilliseconds } = claim;
    if (leaseMilliseconds === undefined) return;
    const { worker, clock, failures } = this.needs;
    for (;;) {
      await clock.sleep(leaseMilliseconds / EXTENSIONS_PER_LEASE, ended);
      if (ended.aborted) return;
      const isValid = await worker.extend(claim).catch((error: unknown) => {
        failures.record(error);
        return true;
      });
      if (!isValid) return over.abort();
    }
  }
}
