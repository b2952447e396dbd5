import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
} from "cockatiel";
import type { Clock } from "../../../ports/runtime/clock.js";

/** Whether requests pass: all of them, none, or one on trial. */
export type BreakerState = "closed" | "open" | "half-open";

/** What a breaker needs, and when it opens. */
export interface ProviderBreakerOptions {
  readonly clock: Clock;
  /** Number of failures in a row that open the breaker; integer >= 1. */
  readonly failures?: number;
  /** How long it stays open before one trial request is sent; milliseconds, > 0. */
  readonly pauseMilliseconds?: number;
  /** Whether an error counts as a failure of the provider. */
  readonly isFailure: (error: Error) => boolean;
  /** Called each time it opens, with the last failure and how long it stays open. */
  readonly onOpen?: (failure: unknown, pauseMilliseconds: number) => void;
}

const DEFAULT_FAILURES = 5;
const DEFAULT_PAUSE_MILLISECONDS = 30_000;

/**
 * A circuit breaker: after a number of failures in a row it refuses all calls for a while, then
 * allows one trial call. If that succeeds, all calls are allowed again; if it fails or is aborted, the
 * pause begins anew.
 */
export class ProviderBreaker {
  readonly #policy: CircuitBreakerPolicy;

  constructor({
    clock,
    failures = DEFAULT_FAILURES,
    pauseMilliseconds = DEFAULT_PAUSE_MILLISECONDS,
    isFailure,
    onOpen,
  }: ProviderBreakerOptions) {
    // A trial that ends with any error is no success, although the provider may not have failed.
    const counts = (error: Error): boolean => isFailure(error) || this.state === "half-open";
    this.#policy = circuitBreaker(handleWhen(counts), {
      breaker: new ConsecutiveBreaker(failures),
      halfOpenAfter: pauseBy(clock, pauseMilliseconds),
    });
    this.#policy.onBreak((reason) => {
      if ("error" in reason) onOpen?.(reason.error, pauseMilliseconds);
    });
  }

  get state(): BreakerState {
    const { state } = this.#policy;
    if (state === CircuitState.Closed) return "closed";
    return state === CircuitState.HalfOpen ? "half-open" : "open";
  }

  /**
   * Runs the work, and returns its result. Without the check, cockatiel makes other calls wait for
   * the trial call, beyond their own deadlines.
   *
   * @throws {BrokenCircuitError} the breaker is open; the work was not started
   * @throws {unknown} whatever the work throws
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.state === "half-open") throw new BrokenCircuitError();
    return this.#policy.execute(work);
  }
}

/**
 * A pause measured with the given clock. The policy compares the system clock with a duration that it
 * reads anew each time, so the duration is infinite until the given clock has passed the end.
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
