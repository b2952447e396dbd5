import type { SearchQuery } from "../../domain/track/search-query.js";
import type { TrackCandidate } from "../../domain/track/track.js";

/** A catalogue that can be asked about recordings. */
export interface MetadataProvider {
  /** Stable lower-case name, kept with every candidate, e.g. "library". */
  readonly name: string;

  /** Whether its answers are worth keeping: one that costs a network request is. */
  readonly isCacheable: boolean;

  /**
   * Candidates for a query, best first, at most `query.limit` of them.
   *
   * An empty list says that no such track is known here, and may be cached.
   * Being unable to say is an error, and must not be. Implementations pass
   * `signal` to every request they make and reject with its reason.
   *
   * @throws {ProviderRateLimitedError} asked to slow down; says for how long
   * @throws {ProviderUnavailableError} unreachable, or a server error
   * @throws {ProviderBadResponseError} a reply we cannot read
   */
  searchTracks(query: SearchQuery, signal: AbortSignal): Promise<readonly TrackCandidate[]>;
}
