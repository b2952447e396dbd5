import { TimedOutError } from "../../domain/errors/availability-errors.js";
import {
  ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../domain/errors/provider-errors.js";
import { JoinedCalls } from "../../domain/joined-calls.js";
import type { CandidatePage } from "../../domain/track/track.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";

/** A provider to query. */
interface QueriedProvider {
  readonly name: string;
  /** Whether its replies are cached. */
  readonly isCacheable: boolean;
}

/** A provider, and what it is asked. */
interface ProviderRequest<Provider, Query> {
  readonly provider: Provider;
  readonly query: Query;
}

/** Options of a query to several providers. */
interface QueryOptions<Provider, Query> {
  readonly deadline: QueryDeadline;
  /** Whether to query the providers even where their replies are cached. */
  readonly isFresh: boolean;
  /** Sends a query to a provider. */
  readonly send: (provider: Provider, query: Query, signal: AbortSignal) => Promise<CandidatePage>;
}

/** The reply of a provider. */
interface ProviderReply extends CandidatePage {
  readonly provider: string;
}

/** A provider that failed, with its error. */
export interface FailedProvider {
  readonly provider: string;
  readonly error: ProviderError;
}

/** The replies to a query to several providers, in the order of the providers. */
export interface ProviderReplies {
  readonly replies: readonly ProviderReply[];
  readonly failed: readonly FailedProvider[];
}

/**
 * Queries several providers concurrently. Replies come from the cache, or from one request for all
 * concurrent callers with the same query.
 */
export class ProviderQueries {
  readonly #underWay = new JoinedCalls<CandidatePage>();

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
   * Runs queries with one deadline for all of them: every query of `work`, to every provider.
   *
   * @throws {unknown} what `work` throws
   */
  async withDeadline<Result>(
    signal: AbortSignal,
    work: (deadline: QueryDeadline) => Promise<Result>,
  ): Promise<Result> {
    const { clock, deadlineMilliseconds } = this.needs;
    const deadline = new QueryDeadline(signal, clock, deadlineMilliseconds);
    try {
      return await work(deadline);
    } finally {
      deadline.end();
    }
  }

  /**
   * Queries all providers, and returns their replies. A provider without a reply at the deadline
   * has failed. A request is aborted when its last caller aborts or passes its deadline. Replies
   * are cached, failures are not.
   *
   * @throws {unknown} `signal.reason` of the deadline's caller, when aborted; any error that is not a
   * `ProviderError`
   */
  async run<Provider extends QueriedProvider, Query extends ProviderQuery>(
    requests: readonly ProviderRequest<Provider, Query>[],
    options: QueryOptions<Provider, Query>,
  ): Promise<ProviderReplies> {
    const outcomes = await Promise.all(
      requests.map(async (request) => {
        const { name } = request.provider;
        return this.#find(request, options).then(
          (page) => ({ reply: { provider: name, ...page } }),
          (failure: unknown) => this.#failed(name, failure, options.deadline),
        );
      }),
    );
    return {
      replies: outcomes.flatMap((outcome) => ("reply" in outcome ? [outcome.reply] : [])),
      failed: outcomes.filter((outcome) => "error" in outcome),
    };
  }

  /** Returns the reply of one provider, from the cache or by a request that callers share. */
  async #find<Provider extends QueriedProvider, Query extends ProviderQuery>(
    { provider, query }: ProviderRequest<Provider, Query>,
    { deadline: { signal }, isFresh, send }: QueryOptions<Provider, Query>,
  ): Promise<CandidatePage> {
    const { name, isCacheable } = provider;
    const { cache } = this.needs;
    return this.#underWay.join(JSON.stringify([name, isFresh, query]), signal, async (joint) => {
      if (!isCacheable) return send(provider, query, joint);
      const cached = isFresh ? undefined : await cache.findCandidates(name, query);
      if (cached !== undefined) return cached;
      const page = await send(provider, query, joint);
      await cache.saveCandidates(name, query, page);
      return page;
    });
  }

  /** @throws {unknown} a failure that is not a provider error */
  #failed(provider: string, failure: unknown, { overdue }: QueryDeadline): FailedProvider {
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

/** The deadline of the queries of one search or lookup. It must be ended. */
export class QueryDeadline {
  /** Aborts when the caller does, or at the deadline with `overdue`. */
  readonly signal: AbortSignal;
  /** The reason at the deadline. */
  readonly overdue: TimedOutError;
  readonly #ended = new AbortController();

  /** @param milliseconds > 0 */
  constructor(caller: AbortSignal, clock: Clock, milliseconds: number) {
    this.overdue = new TimedOutError("The search", milliseconds / 1000);
    const passed = new AbortController();
    void clock.sleep(milliseconds, this.#ended.signal).then(() => {
      if (!this.#ended.signal.aborted) passed.abort(this.overdue);
    });
    this.signal = AbortSignal.any([caller, passed.signal]);
  }

  /** Whether it has passed, or the caller has aborted. */
  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Ends it: it passes no more. */
  end(): void {
    this.#ended.abort();
  }
}
