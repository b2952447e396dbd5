import type { Clock } from "../../../ports/runtime/clock.js";

/** How many requests a service takes in which time. */
export interface RequestPace {
  /** Requests in any window of that length; integer >= 1. */
  readonly requests: number;
  /** Length of the window; milliseconds, > 0. */
  readonly perMilliseconds: number;
}

/**
 * Lets requests go in order of arrival, never more of them in any window than the pace allows, and
 * none while held.
 */
export class RequestPacer {
  readonly #pace: RequestPace;
  readonly #clock: Clock;
  /** When the latest requests went, ascending, as many as the pace allows in a window. */
  readonly #starts: number[] = [];
  #heldUntil = -Infinity;
  #lineLength = 0;
  #lastInLine: Promise<unknown> = Promise.resolve();

  constructor({ pace, clock }: { readonly pace: RequestPace; readonly clock: Clock }) {
    this.#pace = pace;
    this.#clock = clock;
  }

  /** How long the next to join the line would wait, unless others leave it; milliseconds, >= 0. */
  waitMilliseconds(): number {
    const starts = [...this.#starts];
    for (let ahead = 0; ahead <= this.#lineLength; ahead++) this.#append(starts);
    return Math.max(0, (starts.at(-1) ?? 0) - this.#clock.now());
  }

  /** Lets no request go before that time, in milliseconds since 1970; an earlier one changes nothing. */
  holdUntil(time: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, time);
  }

  /**
   * Resolves when it is the caller's turn. Who gives up leaves the line.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  async turn(signal: AbortSignal): Promise<void> {
    const before = this.#lastInLine;
    const mine = this.#takeTurn(before, signal);
    this.#lastInLine = Promise.allSettled([before, mine]);
    this.#lineLength += 1;
    try {
      await mine;
    } finally {
      this.#lineLength -= 1;
    }
  }

  async #takeTurn(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await settledOrAborted(before, signal);
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#earliest(this.#starts) - this.#clock.now();
      if (wait <= 0) break;
      await this.#clock.sleep(wait, signal);
    }
    this.#append(this.#starts);
  }

  /** When one more may go, given when the latest ones went. */
  #earliest(starts: readonly number[]): number {
    const oldest = starts.at(-this.#pace.requests);
    const windowEnd = oldest === undefined ? -Infinity : oldest + this.#pace.perMilliseconds;
    return Math.max(windowEnd, this.#heldUntil);
  }

  #append(starts: number[]): void {
    starts.push(Math.max(this.#earliest(starts), this.#clock.now()));
    if (starts.length > this.#pace.requests) starts.shift();
  }
}

/** Resolves when the promise has or the signal aborts, whichever is first. */
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
