import type { FeatureEstimate } from "../feature-estimate.js";
import type { BarEvidence } from "./bars/bar-evidence.js";
import type { MetreEvidence } from "./metre.js";
import type { OnsetStrength } from "./onset-strength.js";
import type { TempoCandidate } from "./tempo/tempo.js";

/** Rhythmic features of a recording. */
export interface RhythmFeatures {
  /** Onset strength over time, overall and by register. */
  readonly onsets: OnsetStrength;
  /** Beats per minute; null where nothing repeats. */
  readonly tempo: FeatureEstimate;
  /** The likeliest tempo of the tempogram, beats per minute, where the beats have ruled it out; else null. */
  readonly ruledOutTempo: number | null;
  /** Other plausible tempi, strongest first; empty where `tempo` is null. */
  readonly tempoRivals: readonly TempoCandidate[];
  /**
   * Beats in a bar, 3 to 7; two count as four, and 6 stands for two tracked beats of three parts each,
   * as in 6/8. Null where `tempo` is, and with fewer than eight beats.
   */
  readonly timeSignature: FeatureEstimate;
  /** What the confidence of the metre depends on; null without a metre. */
  readonly metreEvidence: MetreEvidence | null;
  /** Seconds, ascending; empty where `tempo` is null. */
  readonly beats: Float64Array;
  /** How many equal parts a beat has, as `tatumsPerBeat` defines it; null with fewer than two beats. */
  readonly tatumsPerBeat: number | null;
  /** The beats that begin a bar, a subset of `beats`. */
  readonly downbeats: Float64Array;
  /** [0, 1]: about the share of the downbeats that are right; 0 where there are none. */
  readonly downbeatConfidence: number;
  /** Evidence for bars, one value per beat; empty where `tempo` is null. */
  readonly bars: BarEvidence;
  /** How strongly the music repeats at its tempo: largest normalised autocorrelation, [0, 1]. */
  readonly pulseClarity: number;
  /** How far onsets coincide with the beats: 0 where beats are no stronger than the rest, towards 1. */
  readonly beatEmphasis: number;
}
