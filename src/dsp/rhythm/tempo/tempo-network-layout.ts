import type { TimeConvolution } from "../../network/time-maps.js";
import { weightReader, type StoredWeights } from "../../network/stored-weights.js";

/** Weights of one trained network; its convolutions are along the tempo axis. */
export interface TempoNetWeights {
  /** From the curves of a tempogram to patterns. */
  readonly patterns: TimeConvolution;
  /** From each pattern at each ratio, ratio by ratio, to hidden units. */
  readonly relations: TimeConvolution;
  readonly smoothing: TimeConvolution;
  /** The score; it has no bias, since a constant for all tempi has no effect. */
  readonly output: TimeConvolution;
  /** Score added to each tempo, at equal steps from the slowest to the fastest. */
  readonly preference: Float32Array;
}

const INPUT_COUNT = 15;
/** Patterns that a network detects. */
export const PATTERN_COUNT = 12;
const PATTERN_WIDTH = 5;
/** Multiples of a tempo at which patterns are read. */
export const RATIO_COUNT = 11;
const HIDDEN_COUNT = 24;
const SMOOTHING_WIDTH = 3;
const PREFERENCE_COUNT = 16;

/** Returns the arrays of a stored network. */
export function tempoNetFrom(stored: StoredWeights): TempoNetWeights {
  const take = weightReader(stored);
  const convolution = (inputs: number, outputs: number, width: number): TimeConvolution => ({
    weights: take(outputs * inputs * width),
    biases: take(outputs),
    width,
    dilation: 1,
  });
  return {
    patterns: convolution(INPUT_COUNT, PATTERN_COUNT, PATTERN_WIDTH),
    relations: convolution(RATIO_COUNT * PATTERN_COUNT, HIDDEN_COUNT, 1),
    smoothing: convolution(HIDDEN_COUNT, HIDDEN_COUNT, SMOOTHING_WIDTH),
    output: { weights: take(HIDDEN_COUNT), biases: new Float32Array(1), width: 1, dilation: 1 },
    preference: take(PREFERENCE_COUNT),
  };
}
