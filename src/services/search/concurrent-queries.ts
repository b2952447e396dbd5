import { TimedOutError } from "../../domain/errors/availability-errors.js";
import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../domain/errors/provider-errors.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../operations/failure-log.js";

/** A provider that failed, with its error. */
interface FailedProvider {
  readonly provider: string;
  readonly error: ProviderError;
}

/** The results of a query to several providers. */
export interface ConcurrentResults<Value> {
  /** In the order of the providers. */
  readonly values: readonly Value[];
  /** In the order of the providers. */
  readonly failed: readonly FailedProvider[];
}

/** Queries several providers concurrently, with one deadline for all of them. */
export class ConcurrentQueries {
  constructor(
    private readonly needs: {
      readonly clock: Clock;
      /** The time limit for all queries together, milliseconds, > 0. */
      readonly deadlineMilliseconds: number;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Queries all providers, and returns their results. A provider without a result at the deadline
   * has failed, and its query is aborted.
   *
   * @throws {unknown} `signal.reason`, when aborted; any error that is not a `ProviderError`
   */
  async run<Provider extends { readonly name: string }, Value>(
    providers: readonly Provider[],
    signal: AbortSignal,
    query: (provider: Provider, signal: AbortSignal) => Promise<Value>,
  ): Promise<ConcurrentResults<Value>> {
    const milliseconds = this.needs.deadlineMilliseconds;
    const overdue = new TimedOutError("The search", milliseconds / 1000);
    const deadline = new AbortController();
    const finished = new AbortController();
    void this.needs.clock.sleep(milliseconds, finished.signal).then(() => {
      if (!finished.signal.aborted) deadline.abort(overdue);
    });
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      const outcomes = await Promise.all(
        providers.map(async (provider) => {
          const error = (failure: unknown): FailedProvider =>
            this.#failed(provider.name, failure, overdue);
          return query(provider, either).then((value) => ({ value }), error);
        }),
      );
      return {
        values: outcomes.flatMap((outcome) => ("value" in outcome ? [outcome.value] : [])),
        failed: outcomes.filter((outcome) => "error" in outcome),
      };
    } finally {
      finished.abort();
    }
  }

  /** @throws {unknown} a failure that is not a provider error */
  #failed(provider: string, failure: unknown, overdue: TimedOutError): FailedProvider {
    const error = failure === overdue ? new ProviderUnavailableError(provider, overdue) : failure;
    if (!(error instanceof ProviderError)) throw failure;
    this.needs.failures.record(error);
    return { provider, error };
  }
}

/**
 * Returns one error for all failed providers: rate limited where all of them are, with the shortest
 * retry time, else unavailable.
 */
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
