/** A value at regular moments: the i-th is of the moment i x `hopSeconds`. */
export interface FeatureCurve {
  /** Seconds, > 0: 1, or a power of two above. */
  readonly hopSeconds: number;
  /** Null where the signal carries none. */
  readonly values: readonly (number | null)[];
}

/** A value with how far to trust it; 0 where the value is null. */
export interface SectionEstimate {
  readonly value: number | null;
  /** [0, 1]. */
  readonly confidence: number;
}

/** A stretch that sounds alike. */
export interface SectionFeatures {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Sections of one number sound alike: 0, 1, 2 ... in the order they come up. */
  readonly kind: number;
  /** [0, 1]: how far it stands out from the section before; 1 for the first. */
  readonly confidence: number;
  /** Mean loudness, LUFS, >= -70; null below. */
  readonly loudness: number | null;
  /** In [0, 1]; null where it is silent. */
  readonly energy: number | null;
  /** Beats per minute, of its own onsets. */
  readonly tempo: SectionEstimate;
  /** Pitch class of the tonic, integer in [0, 11]. */
  readonly key: SectionEstimate;
  /** 1 major, 0 minor. */
  readonly mode: SectionEstimate;
  /** Beats in a bar, of its own beats; null where they miss its tempo. */
  readonly timeSignature: SectionEstimate;
}

/** The key of a stretch. */
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

/** How a recording goes over time, in a number of values that has a bound whatever its length. */
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
}
