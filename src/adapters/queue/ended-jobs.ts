import type { JobOutcome } from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { SqlJobRows } from "./sql-job-rows.js";

/** Interval for reading the ends of jobs in other processes, while somebody waits for one. */
const END_POLL_MILLISECONDS = 250;

type Waiter = (outcome: JobOutcome | undefined) => void;

/**
 * Waits for the ends of jobs. The end of one that this process runs is known at once; those of others are read
 * from the database, all in one statement at an interval.
 */
export class EndedJobs {
  readonly #waiters = new Map<string, Waiter[]>();
  readonly #closed = new AbortController();
  #closedOutcome: JobOutcome | undefined;
  #isPolling = false;

  constructor(
    private readonly needs: {
      readonly rows: SqlJobRows;
      readonly clock: Clock;
      /** Returns the ids of the jobs that this process runs, and that no other can run meanwhile. */
      readonly running: () => ReadonlySet<string>;
    },
  ) {}

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
  close(outcome: JobOutcome): void {
    this.#closedOutcome = outcome;
    this.#closed.abort();
    for (const id of this.#elsewhere()) this.settle(id, outcome);
  }

  /** Returns the ids of those jobs waited for that this process does not run. */
  #elsewhere(): readonly string[] {
    const running = this.needs.running();
    return [...this.#waiters.keys()].filter((id) => !running.has(id));
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiters.size > 0 && this.#closedOutcome === undefined) {
      // A read that fails is repeated with the next.
      const ended = await this.needs.rows.outcomes(this.#elsewhere()).catch(() => []);
      for (const [id, outcome] of ended) this.settle(id, outcome);
      await this.needs.clock.sleep(END_POLL_MILLISECONDS, this.#closed.signal);
    }
    this.#isPolling = false;
  }
}
