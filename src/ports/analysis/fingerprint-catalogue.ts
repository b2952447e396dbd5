import type { IndexedPlace } from "../../domain/fingerprint/fingerprint-index.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** The analysed recordings, known by their sound. */
export interface FingerprintCatalogue {
  /**
   * Returns places of recordings where an excerpt may come from, best first; one recording may have several.
   * They are to be compared with the whole fingerprint. Every recording that was stored before the call is
   * searched, by this process or another.
   *
   * @param excerpt words of a fingerprint; the first two minutes of it are looked up
   * @param limit maximum number of places
   */
  find(excerpt: Uint32Array, limit: number): Promise<readonly IndexedPlace<RecordingId>[]>;

  /**
   * Returns the recordings that may have long parts in common with another, each with how many words agree at
   * one offset. They are to be compared with the whole fingerprint.
   *
   * @param words of a whole recording
   */
  findAlike(words: Uint32Array): Promise<ReadonlyMap<RecordingId, number>>;

  /** Returns whole fingerprints, in the order of the ids; `undefined` where a recording has none. */
  findFingerprints(
    recordingIds: readonly RecordingId[],
  ): Promise<readonly (Uint32Array | undefined)[]>;
}
