import type { Clock } from "../../src/ports/runtime/clock.js";

interface Sleeper {
  readonly milliseconds: number;
  readonly wakesAt: number;
  readonly wake: () => void;
}

/** A clock that advances only when a test calls `advance`. */
export class ManualClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  /** @param now milliseconds since 1970 */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { milliseconds, wakesAt: this.#now + milliseconds, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", wake);
    });
  }

  /** Advances the clock and ends every sleep that is due, earliest first. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#sleepers].filter(({ wakesAt }) => wakesAt <= this.#now);
    due.sort((one, other) => one.wakesAt - other.wakesAt);
    for (const { wake } of due) wake();
  }

  /** The number of callers that sleep now, so that a test can wait until the tested code sleeps. */
  get sleeperCount(): number {
    return this.#sleepers.size;
  }

  /** The number of callers that sleep now and asked for this many milliseconds. */
  sleeperCountOf(milliseconds: number): number {
    return [...this.#sleepers].filter((sleeper) => sleeper.milliseconds === milliseconds).length;
  }
}
