import { TimedOutError } from "../../domain/errors/availability-errors.js";
import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../domain/errors/provider-errors.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../operations/failure-log.js";

/** Who could not say, and why. */
interface FailedProvider {
  readonly provider: string;
  readonly error: ProviderError;
}

/** What came of asking several at once. */
export interface ConcurrentResults<Value> {
  /** In the order of those asked. */
  readonly values: readonly Value[];
  /** In the order of those asked. */
  readonly failed: readonly FailedProvider[];
}

/** Asks several providers at once, before one deadline for all of them. */
export class ConcurrentQueries {
  readonly #clock: Clock;
  readonly #deadlineMilliseconds: number;
  readonly #failures: FailureLog;

  constructor(needs: {
    readonly clock: Clock;
    /** How long they may take, all together; milliseconds, > 0. */
    readonly deadlineMilliseconds: number;
    readonly failures: FailureLog;
  }) {
    this.#clock = needs.clock;
    this.#deadlineMilliseconds = needs.deadlineMilliseconds;
    this.#failures = needs.failures;
  }

  /**
   * What each of them answers before the deadline. One without an answer by then has failed, and its
   * request is aborted.
   *
   * @throws {unknown} `signal.reason`, when aborted; whatever is no `ProviderError`
   */
  async run<Provider extends { readonly name: string }, Value>(
    providers: readonly Provider[],
    signal: AbortSignal,
    ask: (provider: Provider, signal: AbortSignal) => Promise<Value>,
  ): Promise<ConcurrentResults<Value>> {
    const milliseconds = this.#deadlineMilliseconds;
    const overdue = new TimedOutError("The search", milliseconds / 1000);
    const deadline = new AbortController();
    const finished = new AbortController();
    void this.#clock.sleep(milliseconds, finished.signal).then(() => {
      if (!finished.signal.aborted) deadline.abort(overdue);
    });
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      const outcomes = await Promise.all(
        providers.map(async (provider) => {
          const error = (failure: unknown): FailedProvider =>
            this.#failed(provider.name, failure, overdue);
          return ask(provider, either).then((answer) => ({ answer }), error);
        }),
      );
      return {
        values: outcomes.flatMap((outcome) => ("answer" in outcome ? [outcome.answer] : [])),
        failed: outcomes.filter((outcome) => "error" in outcome),
      };
    } finally {
      finished.abort();
    }
  }

  /** @throws {unknown} a failure that is none of the provider's */
  #failed(provider: string, failure: unknown, overdue: TimedOutError): FailedProvider {
    const error = failure === overdue ? new ProviderUnavailableError(provider, overdue) : failure;
    if (!(error instanceof ProviderError)) throw failure;
    this.#failures.record(error);
    return { provider, error };
  }
}

/** One failure for all of them: when to come back where all say so, else that none is available. */
export function failureOfAll(failed: readonly FailedProvider[]): ProviderError {
  const names = failed.map(({ provider }) => provider).join(", ");
  const waits = failed.flatMap(({ error }) =>
    error instanceof ProviderRateLimitedError ? [Number(error.facts["retryAfterSeconds"])] : [],
  );
  if (waits.length === failed.length) {
    return new ProviderRateLimitedError(names, Math.min(...waits));
  }
  const [only] = failed;
  return failed.length === 1 && only ? only.error : new ProviderUnavailableError(names);
}
