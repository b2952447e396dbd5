import type { GoneRecordings } from "../../ports/analysis/gone-recordings.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { FailureLog } from "../failure-log.js";
import { repeated } from "../repeated-work.js";

/** Interval at which it is looked what left long ago. */
const TICK_MILLISECONDS = 3_600_000;

/** Analyses that are removed in one transaction: other writers run between two of them. */
const ANALYSES_AT_ONCE = 200;

/**
 * Removes the analyses of recordings that left the library long ago. Each server on a database does it, in transactions that lock
 * what they remove: the first finds it, the others find nothing.
 */
export class GoneAnalyses {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly gone: Pick<GoneRecordings, "removeBefore">;
      readonly clock: Clock;
      /** How long they are kept for a return, milliseconds; forever where absent. */
      readonly keptMilliseconds: number | undefined;
      readonly logger: Logger;
      readonly failures: FailureLog;
    },
  ) {}

  /** Begins to look each hour. Called at most once. */
  start(): void {
    const { clock, failures, keptMilliseconds } = this.needs;
    if (keptMilliseconds === undefined) return;
    this.#running = repeated(() => this.#removeBefore(clock.now() - keptMilliseconds), {
      ...{ clock, failures, every: TICK_MILLISECONDS },
      signal: this.#stopping.signal,
    });
  }

  /** Ends after the transaction in progress. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #removeBefore(time: number): Promise<void> {
    const { gone, logger } = this.needs;
    let count = 0;
    let removed: number;
    do {
      removed = await gone.removeBefore(time, ANALYSES_AT_ONCE);
      count += removed;
    } while (removed === ANALYSES_AT_ONCE && !this.#stopping.signal.aborted);
    if (count > 0) logger.info("Removed analyses of what left the library long ago.", { count });
  }
}
