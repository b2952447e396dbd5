import type { DescriptorName } from "./descriptors/descriptor-analysis.js";
import type { FeatureEstimate } from "./feature-estimate.js";
import type { TempoCandidate } from "./rhythm/tempo/tempo.js";
import type { TimelineFeatures } from "./structure/timeline-features.js";

/**
 * Every number that is estimated for a track.
 *
 * tempo: beats per minute. key: pitch class of the tonic, integer in [0, 11]. mode: 1 major, 0
 * minor. timeSignature: beats in a bar, 3 to 7; two count as four. loudness: LUFS. loudnessRange: LU.
 * truePeak: dBTP. tuning: cents in [-50, 50). All others in [0, 1].
 */
export type FeatureName =
  | "tempo"
  | "key"
  | "mode"
  | "timeSignature"
  | DescriptorName
  | "loudness"
  | "loudnessRange"
  | "truePeak"
  | "tuning";

/** Everything measured on one track. */
export interface TrackFeatures {
  /** Length of the audio, seconds, >= 0. */
  readonly durationSeconds: number;
  readonly estimates: Readonly<Record<FeatureName, FeatureEstimate>>;
  /** Other plausible tempi, strongest first; may be empty. */
  readonly tempoRivals: readonly TempoCandidate[];
  /** Seconds, ascending; may be empty. */
  readonly beats: Float64Array;
  /** The beats that begin a bar, a subset of `beats`. */
  readonly downbeats: Float64Array;
  /** [0, 1]: about the share of the downbeats that are right; 0 where there are none. */
  readonly downbeatConfidence: number;
  /**
   * Where the recording lies among others by how it sounds, 16 integers in [-127, 127]: recordings at a small
   * Euclidean distance sound alike. Null where there are no moods.
   */
  readonly soundEmbedding: readonly number[] | null;
  /** The words of algorithm 1 of Chromaprint, as `SoundFingerprint` describes them; none in less than 2.7 s. */
  readonly fingerprint: Uint32Array;
  readonly timeline: TimelineFeatures;
}
