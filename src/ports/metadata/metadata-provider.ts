import type { SearchQuery } from "../../domain/track/search-query.js";
import type { TrackCandidate } from "../../domain/track/track.js";

/** A music catalogue that can be searched by artist and title. */
export interface MetadataProvider {
  /** Stable lower-case name, stored with every candidate, e.g. "library". */
  readonly name: string;

  /** Whether its replies are cached: true where a query costs a network request. */
  readonly isCacheable: boolean;

  /**
   * Returns candidates for a query, best first, at most `query.limit` of them.
   *
   * An empty list means that the provider has no such track, and may be cached. A provider that
   * cannot reply throws an error, which must not be cached. Implementations pass `signal` to every
   * request they make and reject with its reason.
   *
   * @throws {ProviderRateLimitedError} the provider limits the request rate;
   * `facts.retryAfterSeconds` says for how long
   * @throws {ProviderUnavailableError} the provider is unreachable, or replied with a server error
   * @throws {ProviderBadResponseError} the reply cannot be read
   */
  searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]>;
}
