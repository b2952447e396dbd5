import { whenAborted } from "../../domain/abort-signals.js";
import type { WorkerResult } from "../../domain/analysis/offered-work.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { JobRunner } from "../jobs/job-runner.js";

/** How long a worker that ends waits for a server that is away, before it gives its results up; milliseconds. */
const AWAY_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 500;

/** Runs the jobs of a server until it is asked to stop, or until the server refuses it. */
export class RemoteWorker {
  readonly #stopping = new AbortController();
  readonly #hurrying = new AbortController();

  constructor(
    private readonly needs: {
      readonly runner: JobRunner<WorkerResult>;
      /** Aborted, with the error as its reason, when the server refuses this worker. */
      readonly refused: AbortSignal;
      /** Ends requests that are repeated while the server is away. */
      readonly endRequests: () => void;
      /** Whether the server did not answer the last request. */
      readonly isServerAway: () => boolean;
      /** How long running jobs may go on after the first request to stop, >= 0. */
      readonly drainMilliseconds: number;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {}

  /**
   * Runs jobs until it has stopped.
   *
   * @throws {Error} that of the server where it refuses this worker
   */
  async run(): Promise<void> {
    const { runner, refused, endRequests, drainMilliseconds, clock } = this.needs;
    runner.start();
    await whenAborted(AbortSignal.any([this.#stopping.signal, refused]));
    const over = new AbortController();
    const drained = runner.drain().finally(() => over.abort());
    void this.#hurryWhereAway(over.signal);
    await clock.sleep(drainMilliseconds, AbortSignal.any([over.signal, this.#hurrying.signal]));
    endRequests();
    await Promise.all([runner.close(), drained]);
    if (refused.aborted) throw refused.reason as Error;
  }

  /** Stops waiting for a server that stays away: it would not receive what is measured. */
  async #hurryWhereAway(over: AbortSignal): Promise<void> {
    const { clock, isServerAway } = this.needs;
    for (let milliseconds = 0; milliseconds < AWAY_MILLISECONDS;) {
      await clock.sleep(LOOK_MILLISECONDS, over);
      if (over.aborted) return;
      milliseconds = isServerAway() ? milliseconds + LOOK_MILLISECONDS : 0;
    }
    this.#hurrying.abort();
  }

  /** Claims nothing more and finishes what runs, for a limited time; called again, releases it at once. */
  stop(): void {
    if (this.#stopping.signal.aborted) return this.#hurrying.abort();
    this.needs.logger.info("Stopping after the running jobs; a second signal gives them back now", {
      atMostSeconds: this.needs.drainMilliseconds / 1_000,
    });
    this.#stopping.abort();
  }
}
