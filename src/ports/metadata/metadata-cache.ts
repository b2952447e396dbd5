import type { TrackKey } from "../../domain/track/track-key.js";
import type { SearchQuery } from "../../domain/track/search-query.js";
import type { TrackId } from "../../domain/track/track-id.js";
import type { Track, TrackCandidate } from "../../domain/track/track.js";

/** What a provider is asked: for tracks that answer words, or for those that go by an id. */
export type ProviderQuery = SearchQuery | TrackId;

/**
 * Remembers, for the configured time, what providers answered and which tracks searches found.
 * Kept across restarts. A cache that cannot be read or written behaves as an empty one.
 */
export interface MetadataCache {
  /** What a provider answered to the same question before, or `undefined`. */
  findCandidates(
    provider: string,
    question: ProviderQuery,
  ): Promise<readonly TrackCandidate[] | undefined>;

  /** Keeps an answer; an empty one only for minutes. */
  saveCandidates(
    provider: string,
    question: ProviderQuery,
    candidates: readonly TrackCandidate[],
  ): Promise<void>;

  /** One entry per key, in the order of the keys, `undefined` for unknown keys. */
  findTracks(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]>;

  saveTracks(tracks: readonly Track[]): Promise<void>;
}
