import type { SearchQuery } from "../../src/domain/track/search-query.js";
import type { Artwork, TrackCandidate } from "../../src/domain/track/track.js";
import type { MetadataProvider } from "../../src/ports/metadata/metadata-provider.js";

/** A provider that replies to every query with the same candidates, or the same failure. */
export class FakeProvider implements MetadataProvider {
  readonly isCacheable = false;
  /** The queries that it received, in order. */
  readonly queries: SearchQuery[] = [];
  #answer: readonly TrackCandidate[] | Error;

  constructor(
    readonly name: string,
    answer: readonly TrackCandidate[] | Error = [],
  ) {
    this.#answer = answer;
  }

  /** Sets its reply or its failure from now on. */
  replyWith(answer: readonly TrackCandidate[] | Error): void {
    this.#answer = answer;
  }

  searchTracks(query: SearchQuery): Promise<readonly TrackCandidate[]> {
    this.queries.push(query);
    const answer = this.#answer;
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer.slice(0, query.limit));
  }
}

/** A candidate of the provider "library", without a picture unless one is given. */
export function candidate(
  artist: string,
  trackName: string,
  artwork: Artwork = { kind: "none" },
): TrackCandidate {
  return { provider: "library", artist, trackName, artwork };
}
