import type { Clock } from "../../ports/runtime/clock.js";

/** Where more jobs than this still fit, a count is used for a while; otherwise, each addition counts. */
const AMPLE = 1_000;

/** How long a count is used. */
const COUNT_MILLISECONDS = 1_000;

/**
 * Limits how many jobs wait, without counting them at each addition: a count takes longer the more of
 * them wait. Other processes cannot add nearly as many as `AMPLE` while a count is used.
 */
export class WaitingLimit {
  /** How many more jobs fit, by the last count and the additions of this process since. */
  #free = 0;
  #countedAt = -Infinity;

  constructor(private readonly needs: { readonly clock: Clock }) {}

  /** Returns whether one more job fits, and if so, expects that it is added. */
  async take(limit: number, count: () => Promise<number>): Promise<boolean> {
    const now = this.needs.clock.now();
    if (this.#free <= AMPLE || Math.abs(now - this.#countedAt) >= COUNT_MILLISECONDS) {
      this.#free = limit - (await count());
      this.#countedAt = now;
    }
    if (this.#free <= 0) return false;
    this.#free--;
    return true;
  }
}
