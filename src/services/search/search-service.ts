import { maxSearchLimit, type SearchQuery } from "../../domain/track/search-query.js";
import type { SearchOutcome } from "../../domain/track/track.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import { mergeCandidates } from "./candidate-merge.js";
import type { FailureLog } from "../operations/failure-log.js";
import { matchScore } from "./match-score.js";
import { CachedQueries } from "./cached-queries.js";
import { failureOfAll, ConcurrentQueries } from "./concurrent-queries.js";

/** Finds tracks by asking every provider, and remembers them for the analysis that may follow. */
export class SearchService {
  readonly #providers: readonly MetadataProvider[];
  readonly #cache: MetadataCache;
  readonly #cachedQueries: CachedQueries;
  readonly #concurrentQueries: ConcurrentQueries;

  constructor(needs: {
    /** In order of preference: ties keep it, and the first names a merged track. */
    readonly providers: readonly MetadataProvider[];
    readonly cache: MetadataCache;
    readonly failures: FailureLog;
    readonly clock: Clock;
    /** How long the providers may take, all together; milliseconds, > 0. */
    readonly deadlineMilliseconds: number;
  }) {
    this.#providers = needs.providers;
    this.#cache = needs.cache;
    this.#cachedQueries = new CachedQueries(needs);
    this.#concurrentQueries = new ConcurrentQueries(needs);
  }

  /**
   * Tracks that answer the query, best first, at most `query.limit`, one per track key. A smaller
   * limit answers the beginning of what a larger one does: every provider is asked for the maximum,
   * because only after the candidates of one key are merged is it known how many tracks there are.
   *
   * Providers are asked side by side. Those that could not answer, or not before the deadline, are
   * named in the outcome and do not fail it. The metadata of every track returned is kept in the
   * cache before this resolves.
   *
   * @param options.isFresh whether to ask the providers even where their answers are remembered
   * @throws {ProviderRateLimitedError} every provider asks us to slow down
   * @throws {ProviderError} every provider failed, for whatever reasons
   */
  async search(
    query: SearchQuery,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<SearchOutcome> {
    const question = { ...query, limit: maxSearchLimit };
    const { values: answers, failed } = await this.#concurrentQueries.run(
      this.#providers,
      signal,
      (provider, either) =>
        this.#cachedQueries.find(provider, question, {
          signal: either,
          isFresh,
          ask: (joint) => provider.searchTracks(question, joint),
        }),
    );
    if (failed.length > 0 && answers.length === 0) throw failureOfAll(failed);

    const results = mergeCandidates(answers.flat())
      .map((track) => ({ track, matchScore: matchScore(query, track) }))
      .sort((left, right) => right.matchScore - left.matchScore)
      .slice(0, query.limit);
    await this.#cache.saveTracks(results.map(({ track }) => track));
    return { results, unavailableProviders: failed.map(({ provider }) => provider) };
  }
}
