import type { SegmentFeatures } from "../segments/segment-features.js";

/** Values at regular moments: value i belongs to the moment i x `hopSeconds`. */
export interface FeatureCurve {
  /** Seconds from value to value: 1, or a larger power of two. */
  readonly hopSeconds: number;
  /** Null where the signal has no such value. */
  readonly values: readonly (number | null)[];
}

/** A value with its confidence, which is 0 where the value is null. */
export interface SectionEstimate {
  readonly value: number | null;
  /** [0, 1]. */
  readonly confidence: number;
}

/** A section of a recording, within which it sounds alike. */
export interface SectionFeatures {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Sections of the same number sound alike: 0, 1, 2 ... in order of first occurrence. */
  readonly kind: number;
  /** [0, 1]: how clearly it differs from the section before; 1 for the first. */
  readonly confidence: number;
  /** Mean loudness, LUFS, >= -70; null below. */
  readonly loudness: number | null;
  /** In [0, 1]; null where it is silent. */
  readonly energy: number | null;
  /** Beats per minute, from its own onsets. */
  readonly tempo: SectionEstimate;
  /** Pitch class of the tonic, integer in [0, 11]. */
  readonly key: SectionEstimate;
  /** 1 major, 0 minor. */
  readonly mode: SectionEstimate;
  /** Beats in a bar, from its own beats; null where they do not follow its tempo. */
  readonly timeSignature: SectionEstimate;
}

/** A key, and the interval of time for which it holds. */
export interface LocalKeyFeatures {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Pitch class, C = 0, integer in [0, 11]. */
  readonly tonic: number;
  readonly mode: "major" | "minor";
  /** [0, 1]. */
  readonly confidence: number;
  /** [0, 1], of the mode alone. */
  readonly modeConfidence: number;
}

/** Features of a recording over time; the number of values is bounded for any length. */
export interface TimelineFeatures {
  /** Without gaps from the start to the end; none in less than a second of sound. */
  readonly sections: readonly SectionFeatures[];
  /** LUFS. */
  readonly loudness: FeatureCurve;
  /** In [0, 1]. */
  readonly energy: FeatureCurve;
  /** Beats per minute. */
  readonly tempo: FeatureCurve;
  /** [0, 1]; null without beats. */
  readonly tempoStability: number | null;
  /** Without gaps from the start to the end; none without a key. */
  readonly localKeys: readonly LocalKeyFeatures[];
  /** Sounds from onset to onset, without gaps from the start to the end; none in less than a second. */
  readonly segments: readonly SegmentFeatures[];
  /** How many equal parts a beat has, integer in [1, 4]; null without beats. */
  readonly tatumsPerBeat: number | null;
}
