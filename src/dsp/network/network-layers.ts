import { kernel, kernelArrays } from "../kernel/kernel.js";

/** Convolution over pitch and time. */
export interface Convolution {
  readonly inputs: number;
  /** Semitones and steps to either side of the middle, at most PITCH_MARGIN and TIME_MARGIN. */
  readonly pitchReach: number;
  readonly timeReach: number;
  /** Outputs x inputs x pitches x steps. */
  readonly weights: Float32Array;
  /** One per output. */
  readonly biases: Float32Array;
}

/** Zeros on either side of the pitches of each step, and steps of zeros before and after. */
const PITCH_MARGIN = 6;
const TIME_MARGIN = 2;
/** Steps that the kernel convolves at once. */
const TILE_STEPS = 32;
/** Outputs that the kernel computes in parallel. */
const OUTPUT_GROUP = 4;

/** What the kernel does with the sums of a convolution, by its number for it. */
export const CONVOLUTION_ENDS = {
  /** Nothing. */
  linear: 0,
  /** Negative ones become zero. */
  rectified: 1,
  /** The same, and then they are added to the inputs, as in a residual network. */
  residual: 2,
} as const;
export type ConvolutionEnd = keyof typeof CONVOLUTION_ENDS;

/** Memory layout of maps of pitch x time: step by step, with margins of zeros. */
export class MapGrid {
  /** Elements from one step to the next. */
  readonly stride: number;
  /** Elements of a map, margins included. */
  readonly size: number;

  /** @throws {RangeError} `pitchCount` is not a multiple of 8 */
  constructor(
    readonly pitchCount: number,
    readonly stepCount: number,
  ) {
    if (pitchCount % 8 !== 0)
      throw new RangeError(`The pitch count must be a multiple of 8, but is ${pitchCount}.`);
    this.stride = pitchCount + 2 * PITCH_MARGIN;
    this.size = (stepCount + 2 * TIME_MARGIN) * this.stride;
  }

  /** Returns the index of the first pitch of a step. */
  stepStart(step: number): number {
    return (step + TIME_MARGIN) * this.stride + PITCH_MARGIN;
  }
}

/**
 * Convolves maps, with zeros outside their edges, and sets negative outputs to zero.
 *
 * @param maps one per input, in the layout of `grid`
 * @returns one per output
 */
export function convolve(
  maps: readonly Float32Array[],
  layer: Convolution,
  grid: MapGrid,
): Float32Array[] {
  const outputs = Array.from(layer.biases, () => new Float32Array(grid.size));
  const groupedWeights = interleavedOutputs(layer.weights, layer.biases.length);
  const groupedBiases = interleavedOutputs(layer.biases, layer.biases.length);
  const arrays = kernelArrays([
    maps.length * (TILE_STEPS + 2 * layer.timeReach) * grid.stride,
    groupedWeights.length,
    groupedBiases.length,
    groupedBiases.length * TILE_STEPS * grid.stride,
  ]);
  arrays[1].set(groupedWeights);
  arrays[2].set(groupedBiases);
  arrays[3].fill(0);
  for (let step = 0; step < grid.stepCount; step += TILE_STEPS) {
    convolveTile({ maps, layer, grid, outputs, arrays, step });
  }
  return outputs;
}

interface Tile {
  readonly maps: readonly Float32Array[];
  readonly layer: Convolution;
  readonly grid: MapGrid;
  readonly outputs: readonly Float32Array[];
  /** Inputs, weights, biases and outputs in the kernel's memory. */
  readonly arrays: readonly [Float32Array, Float32Array, Float32Array, Float32Array];
  /** First step. */
  readonly step: number;
}

function convolveTile({ maps, layer, grid, outputs, arrays, step }: Tile): void {
  const { pitchReach, timeReach } = layer;
  const stepCount = Math.min(TILE_STEPS, grid.stepCount - step);
  const [inputs, weights, biases, results] = arrays;
  const from = (step + TIME_MARGIN - timeReach) * grid.stride;
  const length = (stepCount + 2 * timeReach) * grid.stride;
  maps.forEach((map, i) => {
    inputs.set(map.subarray(from, from + length), i * length);
  });
  kernel().convolve(
    inputs.byteOffset,
    maps.length,
    length,
    weights.byteOffset,
    biases.byteOffset,
    results.byteOffset,
    biases.length,
    stepCount,
    grid.pitchCount,
    PITCH_MARGIN,
    -pitchReach,
    2 * pitchReach + 1,
    1,
    2 * timeReach + 1,
    grid.stride,
    CONVOLUTION_ENDS.rectified,
  );
  const tile = stepCount * grid.stride;
  outputs.forEach((output, o) => {
    const result = results.subarray(o * tile, (o + 1) * tile);
    output.set(result, (step + TIME_MARGIN) * grid.stride);
  });
}

/**
 * Reorders parameters, as the kernel reads them, from one output after another to groups of four interleaved outputs.
 *
 * @param values outputs x n
 * @returns groups of four x n x 4; zeros where the last group lacks outputs
 */
export function interleavedOutputs(values: Float32Array, outputCount: number): Float32Array {
  const each = values.length / outputCount;
  const groups = new Float32Array(Math.ceil(outputCount / OUTPUT_GROUP) * OUTPUT_GROUP * each);
  for (let o = 0; o < outputCount; o++) {
    const start = Math.floor(o / OUTPUT_GROUP) * OUTPUT_GROUP * each + (o % OUTPUT_GROUP);
    for (let k = 0; k < each; k++) groups[start + OUTPUT_GROUP * k] = values[o * each + k]!;
  }
  return groups;
}
