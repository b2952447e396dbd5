import type { CandidateQuery } from "../../src/domain/track/search-query.js";
import type { Artwork, CandidatePage, TrackCandidate } from "../../src/domain/track/track.js";
import type { MetadataProvider } from "../../src/ports/metadata/metadata-provider.js";

/** A provider that replies to every query with the same candidates, or the same failure. */
export class FakeProvider implements MetadataProvider {
  readonly isCacheable: boolean = false;
  /** The queries that it received, in order. */
  readonly queries: CandidateQuery[] = [];
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

  searchTracks(query: CandidateQuery): Promise<CandidatePage> {
    this.queries.push(query);
    const answer = this.#answer;
    if (answer instanceof Error) return Promise.reject(answer);
    const { limit, offset = 0 } = query;
    const candidates = answer.slice(offset, offset + limit);
    return Promise.resolve({ candidates, hasMore: answer.length > offset + limit });
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
