import { MAX_SEARCH_LIMIT, type SearchQuery } from "../../domain/track/search-query.js";
import type { SearchOutcome } from "../../domain/track/track.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import { mergeCandidates } from "./candidate-merge.js";
import { matchScore } from "./match-score.js";
import { failureOfAll, type ProviderQueries } from "./provider-queries.js";

/** Searches tracks at every provider, and caches them for a later analysis. */
export class SearchService {
  constructor(
    private readonly needs: {
      readonly queries: ProviderQueries;
      /**
       * In order of preference, which is the order of ties; the first provider of a merged track
       * names it.
       */
      readonly providers: readonly MetadataProvider[];
      readonly cache: MetadataCache;
    },
  ) {}

  /**
   * Returns tracks that match the query, best first, at most `query.limit`, one per track key. A
   * smaller limit returns the beginning of the results of a larger one: every provider is queried
   * with the maximum, because the number of tracks is known only after the candidates of one key
   * are merged.
   *
   * Providers are queried concurrently. Those that failed, or passed the deadline, are named in the
   * outcome and do not fail it. The metadata of every returned track is cached before this
   * resolves.
   *
   * @param options.isFresh whether to query the providers even where their replies are cached
   * @throws {ProviderRateLimitedError} every provider limits the request rate
   * @throws {ProviderError} every provider failed, for any other reasons
   */
  async search(
    query: SearchQuery,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<SearchOutcome> {
    const fullQuery = { ...query, limit: MAX_SEARCH_LIMIT };
    const { replies, failed } = await this.needs.queries.run(this.needs.providers, fullQuery, {
      signal,
      isFresh,
      send: (provider, joint) => provider.searchTracks(fullQuery, joint),
    });
    if (failed.length > 0 && replies.length === 0) throw failureOfAll(failed);

    const results = mergeCandidates(replies.flat())
      .map((track) => ({ track, matchScore: matchScore(query, track) }))
      .sort((left, right) => right.matchScore - left.matchScore)
      .slice(0, query.limit);
    await this.needs.cache.saveTracks(results.map(({ track }) => track));
    return { results, unavailableProviders: failed.map(({ provider }) => provider) };
  }
}
