import { TimedOutError } from "../../domain/errors/availability-errors.js";
import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../domain/errors/provider-errors.js";
import { JoinedCalls } from "../../domain/joined-calls.js";
import type { TrackCandidate } from "../../domain/track/track.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../operations/failure-log.js";

type Candidates = readonly TrackCandidate[];

/** A provider to query. */
interface QueriedProvider {
  readonly name: string;
  /** Whether its replies are cached. */
  readonly isCacheable: boolean;
}

/** Options of a query to several providers. */
interface QueryOptions<Provider> {
  readonly signal: AbortSignal;
  /** Whether to query the providers even where their replies are cached. */
  readonly isFresh: boolean;
  /** Sends the query to a provider. */
  readonly send: (provider: Provider, signal: AbortSignal) => Promise<Candidates>;
}

/** A provider that failed, with its error. */
interface FailedProvider {
  readonly provider: string;
  readonly error: ProviderError;
}

/** The replies to a query to several providers, in the order of the providers. */
interface ProviderReplies {
  readonly replies: readonly Candidates[];
  readonly failed: readonly FailedProvider[];
}

/**
 * Queries several providers concurrently, with one deadline for all of them. Replies come from the
 * cache, or from one request for all concurrent callers with the same query.
 */
export class ProviderQueries {
  readonly #underWay = new JoinedCalls<Candidates>();

  constructor(
    private readonly needs: {
      readonly cache: MetadataCache;
      readonly clock: Clock;
      /** The time limit for all providers together, milliseconds, > 0. */
      readonly deadlineMilliseconds: number;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Queries all providers, and returns their replies. A provider without a reply at the deadline
   * has failed. A request is aborted when its last caller aborts or passes its deadline. Replies
   * are cached, failures are not.
   *
   * @throws {unknown} `signal.reason`, when aborted; any error that is not a `ProviderError`
   */
  async run<Provider extends QueriedProvider>(
    providers: readonly Provider[],
    query: ProviderQuery,
    { signal, ...options }: QueryOptions<Provider>,
  ): Promise<ProviderReplies> {
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
          const found = this.#find(provider, query, { ...options, signal: either });
          return found.then((reply) => ({ reply }), error);
        }),
      );
      return {
        replies: outcomes.flatMap((outcome) => ("reply" in outcome ? [outcome.reply] : [])),
        failed: outcomes.filter((outcome) => "error" in outcome),
      };
    } finally {
      finished.abort();
    }
  }

  /** Returns the reply of one provider, from the cache or by a request that callers share. */
  async #find<Provider extends QueriedProvider>(
    provider: Provider,
    query: ProviderQuery,
    { signal, isFresh, send }: QueryOptions<Provider>,
  ): Promise<Candidates> {
    const { name, isCacheable } = provider;
    const { cache } = this.needs;
    return this.#underWay.join(JSON.stringify([name, isFresh, query]), signal, async (joint) => {
      if (!isCacheable) return send(provider, joint);
      const cached = isFresh ? undefined : await cache.findCandidates(name, query);
      if (cached !== undefined) return cached;
      const candidates = await send(provider, joint);
      await cache.saveCandidates(name, query, candidates);
      return candidates;
    });
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
