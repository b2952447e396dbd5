import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
  isBrokenCircuitError,
} from "cockatiel";
import type { Clock } from "../../../ports/runtime/clock.js";

/** Whether requests pass: all of them, none, or one on trial. */
export type BreakerState = "closed" | "open" | "half-open";

/** The provider failed so often that we leave it alone for a while. */
export class BreakerOpenError extends Error {
  constructor() {
    super("not asked, because it failed too often of late");
    this.name = "BreakerOpenError";
  }
}

export interface ProviderBreakerOptions {
  readonly clock: Clock;
  /** Failures in a row that open it; integer >= 1. */
  readonly failures?: number;
  /** How long it stays open before one request may try; milliseconds, > 0. */
  readonly pauseMilliseconds?: number;
  /** Whether an error says that the provider failed. */
  readonly isFailure: (error: Error) => boolean;
}

const DEFAULT_FAILURES = 5;
const DEFAULT_PAUSE_MILLISECONDS = 30_000;

/**
 * A circuit breaker: after so many failures in a row it refuses all work for a while, then lets one
 * piece try. Where that succeeds, all passes again; where it fails or is given up, the pause begins
 * anew.
 */
export class ProviderBreaker {
  readonly #policy: CircuitBreakerPolicy;

  constructor({
    clock,
    failures = DEFAULT_FAILURES,
    pauseMilliseconds = DEFAULT_PAUSE_MILLISECONDS,
    isFailure,
  }: ProviderBreakerOptions) {
    // Whatever ends a trial without an answer is no success, though it may be no failure either.
    const counts = (error: Error): boolean => isFailure(error) || this.state === "half-open";
    this.#policy = circuitBreaker(handleWhen(counts), {
      breaker: new ConsecutiveBreaker(failures),
      halfOpenAfter: pauseBy(clock, pauseMilliseconds),
    });
  }

  get state(): BreakerState {
    switch (this.#policy.state) {
      case CircuitState.Closed:
        return "closed";
      case CircuitState.HalfOpen:
        return "half-open";
      default:
        return "open";
    }
  }

  /**
   * What the work resolves to.
   *
   * @throws {BreakerOpenError} the work was not begun
   * @throws {unknown} whatever the work throws
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.state === "half-open") throw new BreakerOpenError();
    try {
      return await this.#policy.execute(work);
    } catch (error) {
      throw isBrokenCircuitError(error) ? new BreakerOpenError() : error;
    }
  }
}

/**
 * A pause that ends by our clock. The policy compares the machine's clock with a duration that it
 * reads anew each time, so the duration is endless until our clock says that it is over.
 */
function pauseBy(clock: Clock, milliseconds: number): IBackoffFactory<unknown> {
  const begin = (): IBackoff<unknown> => {
    const end = clock.now() + milliseconds;
    return {
      get duration() {
        return clock.now() < end ? Infinity : 0;
      },
      next: begin,
    };
  };
  return { next: begin };
}
