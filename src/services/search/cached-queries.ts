import { JoinedCalls } from "../../domain/joined-calls.js";
import type { TrackCandidate } from "../../domain/track/track.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";

type Candidates = readonly TrackCandidate[];

/** A provider to query. */
interface QueriedProvider {
  readonly name: string;
  /** Whether its replies are cached. */
  readonly isCacheable: boolean;
}

/** Options of a query. */
interface QueryOptions {
  readonly signal: AbortSignal;
  /** Whether to query the provider even where its reply is cached. */
  readonly isFresh: boolean;
  /** Sends the query to the provider. */
  readonly run: (signal: AbortSignal) => Promise<Candidates>;
}

/** Returns replies of providers from the cache, or queries them once for all concurrent callers. */
export class CachedQueries {
  readonly #underWay = new JoinedCalls<Candidates>();

  constructor(private readonly needs: { readonly cache: MetadataCache }) {}

  /**
   * Returns the reply of a provider to a query. Concurrent callers with the same query share one
   * request, which is aborted when its last caller aborts, with the reason of that caller. Replies
   * are cached, failures are not.
   *
   * @throws {ProviderError} the provider failed
   * @throws {unknown} `signal.reason`, when aborted
   */
  async find(
    provider: QueriedProvider,
    query: ProviderQuery,
    { signal, isFresh, run }: QueryOptions,
  ): Promise<Candidates> {
    const name = JSON.stringify([provider.name, isFresh, query]);
    return this.#underWay.join(name, signal, (joint) =>
      this.#find(provider, query, { signal: joint, isFresh, run }),
    );
  }

  async #find(
    provider: QueriedProvider,
    query: ProviderQuery,
    { signal, isFresh, run }: QueryOptions,
  ): Promise<Candidates> {
    if (!provider.isCacheable) return run(signal);
    const cached = isFresh
      ? undefined
      : await this.needs.cache.findCandidates(provider.name, query);
    if (cached !== undefined) return cached;
    const candidates = await run(signal);
    await this.needs.cache.saveCandidates(provider.name, query, candidates);
    return candidates;
  }
}
