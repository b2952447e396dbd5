import type { Sound } from "../../domain/fingerprint/sound.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { CandidateQuery } from "../../domain/track/search-query.js";
import type { TrackId } from "../../domain/track/track-id.js";
import type { CandidatePage, Track } from "../../domain/track/track.js";

/** A query to a provider: a search by names, or a lookup by an id or by how a recording sounds. */
export type ProviderQuery = CandidateQuery | TrackId | Sound;

/**
 * Caches, for the configured time, the replies of providers and the tracks that searches found. It
 * survives restarts. A cache that cannot be read or written behaves as an empty one.
 */
export interface MetadataCache {
  /** Returns the cached reply of a provider to the same query, or `undefined`. */
  findCandidates(provider: string, query: ProviderQuery): Promise<CandidatePage | undefined>;

  /** Caches the reply of a provider; an empty one only for minutes. */
  saveCandidates(provider: string, query: ProviderQuery, page: CandidatePage): Promise<void>;

  /**
   * Returns one track per key, in the order of the keys, `undefined` for unknown keys; also for one that
   * another process has saved within the last second.
   */
  findTracks(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]>;

  /** Returns the same, with what another process has just saved. */
  findTracksAnew(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]>;

  saveTracks(tracks: readonly Track[]): Promise<void>;
}
