import type { JobOutcome } from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { SqlJobRows } from "./sql-job-rows.js";

/** Interval for reading the ends of jobs in other processes, while somebody waits for one. */
const END_POLL_MILLISECONDS = 250;

type Waiter = (outcome: JobOutcome | undefined) => void;

/**
 * Waits for the ends of jobs: at once for those of this process, and by one read of the database at
 * an interval for those of others.
 */
export class EndedJobs {
  readonly #waiters = new Map<string, Waiter[]>();
  readonly #closed = new AbortController();
  #closedOutcome: JobOutcome | undefined;
  #isPolling = false;

  constructor(private readonly needs: { readonly rows: SqlJobRows; readonly clock: Clock }) {}

  /** Resolves with the outcome of the job with this id, or with `undefined` where it was removed. */
  wait(id: string): Promise<JobOutcome | undefined> {
    if (this.#closedOutcome !== undefined) return Promise.resolve(this.#closedOutcome);
    return new Promise((resolve) => {
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), resolve]);
      if (!this.#isPolling) void this.#poll();
    });
  }

  /** Ends the waits for a job. */
  settle(id: string, outcome: JobOutcome | undefined): void {
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    for (const resolve of waiters) resolve(outcome);
  }

  /** Ends the waits for all jobs but those that run in this process. */
  close(running: ReadonlySet<string>, outcome: JobOutcome): void {
    this.#closedOutcome = outcome;
    this.#closed.abort();
    for (const id of this.#waiters.keys()) if (!running.has(id)) this.settle(id, outcome);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiters.size > 0 && this.#closedOutcome === undefined) {
      // A read that fails is repeated with the next.
      const ended = await this.needs.rows.outcomes([...this.#waiters.keys()]).catch(() => []);
      for (const [id, outcome] of ended) this.settle(id, outcome);
      await this.needs.clock.sleep(END_POLL_MILLISECONDS, this.#closed.signal);
    }
    this.#isPolling = false;
  }
}
