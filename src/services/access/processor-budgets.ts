import { ProcessorTimeUsedError } from "../../domain/errors/access-errors.js";
import { unlimitedBudget, type WorkBudget } from "../../domain/work-budget.js";
import type { RateLimiter } from "../../ports/access/rate-limiter.js";
import type { Metrics } from "../../ports/runtime/metrics.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Identity } from "./access-service.js";
import { SharedTime } from "./shared-time.js";

/** The answer to a request. */
export interface RequestAnswer {
  /** Returns whether it is being sent. */
  readonly isSent: () => boolean;
  /** Calls a listener when it has ended, also where its client has left. */
  readonly onceEnded: (listener: () => void) => void;
  /** Returns how long other threads than that of the event loop have worked for it, milliseconds. */
  readonly otherTime: () => number;
}

/** Charges the time of long work to API keys, and refuses further work of a key that has used its share. */
export class ProcessorBudgets {
  readonly #keys = new Map<string, KeyTime>();
  readonly #time: SharedTime;

  constructor(
    private readonly needs: {
      /** Counts milliseconds by key; absent where keys are not limited. */
      readonly limiter: RateLimiter | undefined;
      /** Returns how long the event loop has been busy, milliseconds. */
      readonly busyTime: () => number;
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, "recordCharge">;
    },
  ) {
    this.#time = new SharedTime(needs.busyTime);
  }

  /**
   * Returns the budget of a request.
   *
   * @param identity of its caller; work for one without a valid key is not charged
   * @param signal aborts when the client has left
   * @param answer is charged from its first piece of work on until it is sent, with what is made of the work, and then with the time
   * of other threads
   */
  budgetOf(identity: Identity, signal: AbortSignal, answer?: RequestAnswer): WorkBudget {
    if ("refusal" in identity) return unlimitedBudget(signal);
    const key = this.#keyOf(identity.apiKey.lookup);
    const charge = (milliseconds: number): void => {
      this.needs.metrics.recordCharge(milliseconds);
      key?.charge(milliseconds);
    };
    const work = new ChargedWork(this.#time, charge);
    let isOpen = false;
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
        const end = begun.begin();
        if (answer && !isOpen) this.#open(answer, charge);
        isOpen = true;
        return end;
      },
    };
  }

  #open(
    { isSent, onceEnded, otherTime }: RequestAnswer,
    charge: (milliseconds: number) => void,
  ): void {
    let owed = 0;
    const paying = { isSent, owe: (milliseconds: number) => void (owed += milliseconds) };
    this.#time.open(paying);
    onceEnded(() => {
      this.#time.close(paying);
      charge(owed + otherTime());
    });
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

/** The pieces of work of one request; those within others are charged once. */
class ChargedWork {
  #depth = 0;
  #owed = 0;
  readonly #piece = { owe: (milliseconds: number) => void (this.#owed += milliseconds) };

  constructor(
    private readonly time: SharedTime,
    private readonly charge: (milliseconds: number) => void,
  ) {}

  begin(): () => void {
    if (this.#depth === 0) this.time.begin(this.#piece);
    this.#depth += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#depth -= 1;
      if (this.#depth > 0) return;
      this.time.end(this.#piece);
      this.charge(this.#owed);
      this.#owed = 0;
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
