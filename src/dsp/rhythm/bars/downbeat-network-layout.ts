import { weightReader, type StoredWeights } from "../../network/stored-weights.js";
import { BEAT_CUE_COUNT } from "./beat-cues.js";

/** Convolution over beats: every output reads every input at three beats, `dilation` apart. */
export interface BeatConvolution {
  /** Outputs x inputs x 3. */
  readonly weights: Float32Array;
  /** One per output. */
  readonly biases: Float32Array;
  readonly dilation: number;
}

/** Weights of a trained downbeat network. */
export interface DownbeatNetWeights {
  readonly first: BeatConvolution;
  /** Residual layers: each adds its output to its input. */
  readonly layers: readonly BeatConvolution[];
  /** Two outputs x maps, and one bias per output. */
  readonly outputWeights: Float32Array;
  readonly outputBiases: Float32Array;
}

const MAP_COUNT = 20;
const WIDTH = 3;
const OUTPUT_COUNT = 2;
const DILATIONS = [1, 2, 4, 8];

/** Returns the arrays of a stored network. */
export function downbeatNetFrom(stored: StoredWeights): DownbeatNetWeights {
  const take = weightReader(stored);
  const convolution = (inputs: number, dilation: number): BeatConvolution => ({
    weights: take(MAP_COUNT * inputs * WIDTH),
    biases: take(MAP_COUNT),
    dilation,
  });
  return {
    first: convolution(BEAT_CUE_COUNT, 1),
    layers: DILATIONS.map((dilation) => convolution(MAP_COUNT, dilation)),
    outputWeights: take(OUTPUT_COUNT * MAP_COUNT),
    outputBiases: take(OUTPUT_COUNT),
  };
}
