import type { TimeConvolution } from "../../network/time-maps.js";
import { weightReader, type StoredWeights } from "../../network/stored-weights.js";

/** Weights of the trained beat network. */
export interface BeatNetWeights {
  readonly first: TimeConvolution;
  /** Residual layers: each adds its output to its input. */
  readonly layers: readonly TimeConvolution[];
  /** Two outputs: beat and downbeat. */
  readonly output: TimeConvolution;
}

const INPUT_COUNT = 6;
const MAP_COUNT = 16;
const FIRST_WIDTH = 5;
const WIDTH = 3;
const DILATIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const OUTPUT_COUNT = 2;

/** Returns the arrays of a stored network. */
export function beatNetFrom(stored: StoredWeights): BeatNetWeights {
  const take = weightReader(stored);
  const convolution = (inputs: number, outputs: number, width: number, dilation: number) => ({
    weights: take(outputs * inputs * width),
    biases: take(outputs),
    width,
    dilation,
  });
  return {
    first: convolution(INPUT_COUNT, MAP_COUNT, FIRST_WIDTH, 1),
    layers: DILATIONS.map((dilation) => convolution(MAP_COUNT, MAP_COUNT, WIDTH, dilation)),
    output: convolution(MAP_COUNT, OUTPUT_COUNT, 1, 1),
  };
}
