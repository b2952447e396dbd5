import { weightReader, type StoredWeights } from "../../network/stored-weights.js";

/** Weights of one trained network; the last index of each array varies fastest. */
export interface TempoNetWeights {
  /** patternCount x inputCount x 5, and one bias per pattern. */
  readonly patternWeights: Float32Array;
  readonly patternBiases: Float32Array;
  /** hiddenCount x ratioCount x patternCount, and one bias per hidden unit. */
  readonly relationWeights: Float32Array;
  readonly relationBiases: Float32Array;
  /** hiddenCount x hiddenCount x 3, and one bias per hidden unit. */
  readonly smoothingWeights: Float32Array;
  readonly smoothingBiases: Float32Array;
  /** One per hidden unit. There is no bias, since a constant for all tempi has no effect. */
  readonly outputWeights: Float32Array;
  /** Score added to each tempo, at equal steps from the slowest to the fastest. */
  readonly preference: Float32Array;
}

const INPUT_COUNT = 15;
const PATTERN_COUNT = 12;
const PATTERN_WIDTH = 5;
const RATIO_COUNT = 11;
const HIDDEN_COUNT = 24;
const SMOOTHING_WIDTH = 3;
const PREFERENCE_COUNT = 16;

/** Returns the arrays of a stored network. */
export function tempoNetFrom(stored: StoredWeights): TempoNetWeights {
  const take = weightReader(stored);
  return {
    patternWeights: take(PATTERN_COUNT * INPUT_COUNT * PATTERN_WIDTH),
    patternBiases: take(PATTERN_COUNT),
    relationWeights: take(HIDDEN_COUNT * RATIO_COUNT * PATTERN_COUNT),
    relationBiases: take(HIDDEN_COUNT),
    smoothingWeights: take(HIDDEN_COUNT * HIDDEN_COUNT * SMOOTHING_WIDTH),
    smoothingBiases: take(HIDDEN_COUNT),
    outputWeights: take(HIDDEN_COUNT),
    preference: take(PREFERENCE_COUNT),
  };
}
