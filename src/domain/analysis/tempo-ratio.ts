/**
 * Largest relative difference of two tempos that are taken for the same.
 *
 * Source: F. Gouyon et al., "An experimental comparison of audio tempo induction algorithms", IEEE Transactions on
 * Audio, Speech and Language Processing 14 (2006), 1832-1844: 4 %.
 */
const TOLERANCE = 0.04;

/** A ratio of tempos: `beats` beats in the time of `measured` measured beats. */
export interface TempoRatio {
  /** Integer in [1, 4]. */
  readonly beats: number;
  /** Integer in [1, 4]. */
  readonly measured: number;
}

/** Ratios of tempos that one rhythm may have, the simplest first. */
const RATIOS: readonly TempoRatio[] = [
  [1, 1],
  [2, 1],
  [1, 2],
  [3, 1],
  [1, 3],
  [3, 2],
  [2, 3],
  [4, 1],
  [1, 4],
  [4, 3],
  [3, 4],
].map(([beats = 1, measured = 1]) => ({ beats, measured }));

/** Returns whether two tempos, beats per minute, are taken for the same. */
export function isSameTempo(bpm: number, otherBpm: number): boolean {
  return Math.abs(bpm / otherBpm - 1) <= TOLERANCE;
}

/**
 * Returns the ratio of a tempo to a measured one, where both may be tempos of one rhythm: 2 : 1, 3 : 2 and others of
 * small integers; `undefined` where they may not.
 */
export function tempoRatioOf(bpm: number, measuredBpm: number): TempoRatio | undefined {
  return RATIOS.find(({ beats, measured }) => isSameTempo(bpm, (measuredBpm * beats) / measured));
}
