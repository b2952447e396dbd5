import type { CandidateQuery } from "../../domain/track/search-query.js";
import type { CandidatePage } from "../../domain/track/track.js";

/** A music catalogue that can be searched by artist and title. */
export interface MetadataProvider {
  /** Stable lower-case name, stored with every candidate, e.g. "library". */
  readonly name: string;

  /** Whether its replies are cached: true where a query costs a network request. */
  readonly isCacheable: boolean;

  /**
   * Returns candidates for a query, best first, at most `query.limit` of them, after the first
   * `query.offset`. Pages of one limit follow each other: together they have every candidate once,
   * as long as the catalogue does not change. A page may have fewer candidates than the limit, or
   * none, and still be followed by another.
   *
   * An empty list of the first page means that the provider has no such track, and may be cached. A provider that
   * cannot reply throws an error, which must not be cached. Implementations pass `signal` to every
   * request they make and reject with its reason.
   *
   * @throws {ProviderRateLimitedError} the provider limits the request rate;
   * `facts.retryAfterSeconds` says for how long
   * @throws {ProviderUnavailableError} the provider is unreachable, or replied with a server error
   * @throws {ProviderBadResponseError} the reply cannot be read
   */
  searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage>;
}
