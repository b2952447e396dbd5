/** A sound between two onsets: a note, a chord or a stroke, with what sounds on. */
export interface SegmentFeatures {
  /** Seconds; the next one starts where this one ends. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** [0, 1]: about the probability that a note or stroke begins at its start. */
  readonly confidence: number;
  /** Levels at its start, of its loudest frame, and at its end; dB full scale, in [-75, 0]. */
  readonly startLevel: number;
  readonly maxLevel: number;
  readonly endLevel: number;
  /** Time from its start to its loudest frame, seconds, >= 0. */
  readonly maxLevelSeconds: number;
  /** Strength of each pitch class relative to the strongest, 12 values in [0, 1], C first; zeros in silence. */
  readonly pitches: Float64Array;
  /** 12 mel-frequency cepstral coefficients, 1 to 12, dB; zeros in silence. */
  readonly timbre: Float64Array;
}
