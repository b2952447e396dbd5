import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { asError } from "../../domain/errors/as-error.js";
import { failureFrom } from "../../domain/errors/failure.js";
import type { AnalysisJob, JobResult } from "../../ports/analysis/job-queue.js";
import type { JobClaim, JobWorker } from "../../ports/analysis/job-worker.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";
import { FailedJobs } from "./failed-jobs.js";

/** Pause after a claim that failed, such as of a locked database. */
const CLAIM_PAUSE_MILLISECONDS = 1_000;

/** How often a lease is extended before it would run out, so that one failure does not lose the job. */
const EXTENSIONS_PER_LEASE = 4;

type Attempt<Result> = { readonly result: Result | undefined } | { readonly error: Error };

/** What runs jobs needs. */
export interface JobRunnerNeeds<Result> {
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
}

/** Runs jobs of the queue, a few at a time, each with its attempts. */
export class JobRunner<Result = JobResult> {
  #isStopping = false;
  #isClosing = false;
  /** One for each wait and each running job, so that none stays on a shared signal. */
  readonly #waits = new Set<AbortController>();
  readonly #running = new Set<AbortController>();
  #loops: readonly Promise<void>[] = [];
  readonly #failed: FailedJobs;

  constructor(private readonly needs: JobRunnerNeeds<Result>) {
    this.#failed = new FailedJobs(needs);
  }

  /** Starts to claim jobs. Called at most once. */
  start(): void {
    const { concurrency } = this.needs;
    this.#loops = Array.from({ length: concurrency }, () => this.#runOneAfterAnother());
  }

  /** Claims no more jobs, and waits until the running ones have ended. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    for (const over of this.#waits) over.abort(new AnalyzerBusyError(1));
    await Promise.all(this.#loops);
  }

  /** Claims no more jobs, aborts the running ones, waits for them and releases them. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const over of this.#running) over.abort(new AnalyzerBusyError(1));
    await this.drain();
  }

  async #runOneAfterAnother(): Promise<void> {
    const { worker, clock, failures } = this.needs;
    while (!this.#isStopping) {
      try {
        const claim = await this.#wait(({ signal }) => worker.claim(signal));
        if (claim === undefined) return;
        await abortable(this.#running, this.#isClosing, (over) => this.#run(claim, over));
      } catch (error) {
        // A claim that could not be ended runs out, and the job is handed out again.
        failures.record(error);
        await this.#wait(({ signal }) => clock.sleep(CLAIM_PAUSE_MILLISECONDS, signal));
      }
    }
  }

  #wait<Waited>(act: (over: AbortController) => Promise<Waited>): Promise<Waited> {
    return abortable(this.#waits, this.#isStopping, act);
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

/** Runs something with a controller of its own, which is in the set meanwhile. */
async function abortable<Done>(
  open: Set<AbortController>,
  isAborted: boolean,
  act: (over: AbortController) => Promise<Done>,
): Promise<Done> {
  const over = new AbortController();
  open.add(over);
  if (isAborted) over.abort(new AnalyzerBusyError(1));
  try {
    return await act(over);
  } finally {
    open.delete(over);
  }
}
