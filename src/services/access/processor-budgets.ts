import { ProcessorTimeUsedError } from "../../domain/errors/access-errors.js";
import { unlimitedBudget, type WorkBudget } from "../../domain/work-budget.js";
import type { RateLimiter } from "../../ports/access/rate-limiter.js";
import type { Metrics } from "../../ports/runtime/metrics.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Identity } from "./access-service.js";

/** Charges the time of long work to API keys, and refuses further work of a key that has used its share. */
export class ProcessorBudgets {
  readonly #keys = new Map<string, KeyTime>();

  constructor(
    private readonly needs: {
      /** Counts milliseconds by key; absent where keys are not limited. */
      readonly limiter: RateLimiter | undefined;
      /** Returns how long the event loop has been busy, milliseconds. */
      readonly busyTime: () => number;
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, "recordCharge">;
    },
  ) {}

  /**
   * Returns the budget of a request.
   *
   * @param identity of its caller; work for one without a valid key is not charged
   * @param signal aborts when the client has left
   */
  budgetOf(identity: Identity, signal: AbortSignal): WorkBudget {
    if ("refusal" in identity) return unlimitedBudget(signal);
    const key = this.#keyOf(identity.apiKey.lookup);
    const work = new ChargedWork(this.needs.busyTime, (milliseconds) => {
      this.needs.metrics.recordCharge(milliseconds);
      key?.charge(milliseconds);
    });
    const begun: WorkBudget = {
      signal,
      begin: () => {
        signal.throwIfAborted();
        return work.begin();
      },
      begun: () => begun,
    };
    return {
      ...begun,
      begin: () => {
        key?.requireLeft();
        return begun.begin();
      },
    };
  }

  #keyOf(lookup: string): KeyTime | undefined {
    const { limiter, clock } = this.needs;
    if (limiter === undefined) return undefined;
    const known = this.#keys.get(lookup);
    if (known) return known;
    const key = new KeyTime({ lookup, limiter, clock });
    this.#keys.set(lookup, key);
    return key;
  }
}

/** Measures the pieces of work of one request; those within others once. */
class ChargedWork {
  #depth = 0;
  #beganAt = 0;

  constructor(
    private readonly busyTime: () => number,
    private readonly charge: (milliseconds: number) => void,
  ) {}

  begin(): () => void {
    if (this.#depth === 0) this.#beganAt = this.busyTime();
    this.#depth += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#depth -= 1;
      if (this.#depth === 0) this.charge(this.busyTime() - this.#beganAt);
    };
  }
}

/** The time that a key has used, and may still use. */
class KeyTime {
  /** Time that was not counted yet, milliseconds. */
  #owed = 0;
  #isCounting = false;
  /** When the window ends in which nothing is left, milliseconds since 1970. */
  #usedUntil = -Infinity;

  constructor(
    private readonly needs: {
      readonly lookup: string;
      readonly limiter: RateLimiter;
      readonly clock: Clock;
    },
  ) {}

  /** @throws {ProcessorTimeUsedError} nothing is left in this window */
  requireLeft(): void {
    const left = this.#usedUntil - this.needs.clock.now();
    if (left > 0) throw new ProcessorTimeUsedError(Math.ceil(left / 1_000));
  }

  charge(milliseconds: number): void {
    this.#owed += milliseconds;
    if (!this.#isCounting) void this.#count();
  }

  /** Counts whole milliseconds, until none is owed. */
  async #count(): Promise<void> {
    const { lookup, limiter, clock } = this.needs;
    this.#isCounting = true;
    while (this.#owed >= 1) {
      const amount = Math.floor(this.#owed);
      this.#owed -= amount;
      const { remaining, resetSeconds } = await limiter.take(lookup, amount);
      if (remaining === 0) this.#usedUntil = clock.now() + resetSeconds * 1_000;
    }
    this.#isCounting = false;
  }
}
