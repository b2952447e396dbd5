import type { Clock } from "../../../ports/runtime/clock.js";

/** How many requests a service accepts per period. */
export interface RequestPace {
  /** Maximum number of requests in any window of that length; integer >= 1. */
  readonly requests: number;
  /** Length of the window; milliseconds, > 0. */
  readonly perMilliseconds: number;
}

/** A provider's request policy: how many requests it takes, and how it signals too many. */
export interface RequestPolicy extends RequestPace {
  /** Statuses that mean a rate limit, beside 429. */
  readonly rateLimitStatuses?: readonly number[];
}

/**
 * Starts requests in order of arrival, in any window at most as many as the pace allows, and none
 * while held.
 */
export class RequestPacer {
  /** Start times of the latest requests, ascending, at most as many as the pace allows in a window. */
  readonly #starts: number[] = [];
  #heldUntil = -Infinity;
  #queueLength = 0;
  #lastInQueue: Promise<unknown> = Promise.resolve();

  constructor(private readonly needs: { readonly pace: RequestPace; readonly clock: Clock }) {}

  /** How long a request that joins the queue now would wait, if none ahead is aborted; milliseconds, >= 0. */
  waitMilliseconds(): number {
    const starts = [...this.#starts];
    for (let ahead = 0; ahead <= this.#queueLength; ahead++) this.#append(starts);
    return Math.max(0, (starts.at(-1) ?? 0) - this.needs.clock.now());
  }

  /** Holds all requests until that time, in milliseconds since 1970; a hold is never shortened. */
  holdUntil(time: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, time);
  }

  /**
   * Resolves when the caller may send its request. An aborted caller leaves the queue.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  async waitForStart(signal: AbortSignal): Promise<void> {
    const before = this.#lastInQueue;
    const mine = this.#takeStart(before, signal);
    this.#lastInQueue = Promise.allSettled([before, mine]);
    this.#queueLength += 1;
    try {
      await mine;
    } finally {
      this.#queueLength -= 1;
    }
  }

  async #takeStart(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await settledOrAborted(before, signal);
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#earliestStart(this.#starts) - this.needs.clock.now();
      if (wait <= 0) break;
      await this.needs.clock.sleep(wait, signal);
    }
    this.#append(this.#starts);
  }

  /** The earliest time of the next request, given the start times of the latest ones. */
  #earliestStart(starts: readonly number[]): number {
    const oldest = starts.at(-this.needs.pace.requests);
    const windowEnd = oldest === undefined ? -Infinity : oldest + this.needs.pace.perMilliseconds;
    return Math.max(windowEnd, this.#heldUntil);
  }

  #append(starts: number[]): void {
    starts.push(Math.max(this.#earliestStart(starts), this.needs.clock.now()));
    if (starts.length > this.needs.pace.requests) starts.shift();
  }
}

/** Resolves when the promise has resolved or the signal aborts, whichever is first. */
async function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener("abort", stop);
  });
  await Promise.race([promise, aborted]);
  signal.removeEventListener("abort", stop);
}
