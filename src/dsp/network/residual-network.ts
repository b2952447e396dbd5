import { weightReader, type StoredWeights } from "./stored-weights.js";
import { TimeMaps, type TimeConvolution } from "./time-maps.js";

/** Sizes of a residual network over time. */
export interface ResidualNetworkShape {
  readonly inputCount: number;
  /** Maps of every layer but the last. */
  readonly mapCount: number;
  /** Steps that an output of the first layer reads, odd. */
  readonly firstWidth: number;
  /** A residual layer for each: the distance of the three steps that its outputs read. */
  readonly dilations: readonly number[];
  readonly outputCount: number;
}

/** Floats of all maps of a tile; those of two layers and the weights fit the memory of the kernel. */
const TILE_FLOATS = 160_000;
/** Steps that one output of a residual layer reads. */
const WIDTH = 3;

/**
 * A network of dilated convolutions over time: a first layer, residual layers, each of which adds what it
 * computes to its inputs, and a linear combination of their maps. Outside the steps there are zeros.
 *
 * It is computed tile by tile, so that working memory does not grow with the number of steps; the result does
 * not depend on the tiles.
 *
 * Source: M. Davies and S. Boeck, "Temporal Convolutional Networks for Musical Audio Beat Tracking", Proc.
 * EUSIPCO, 2019.
 */
export class ResidualNetwork {
  readonly #first: TimeConvolution;
  readonly #layers: readonly TimeConvolution[];
  readonly #output: TimeConvolution;
  readonly #mapCount: number;
  /** Steps to either side that an output depends on. */
  readonly #reach: number;
  /** Zeros on either side of a map. */
  readonly #margin: number;
  readonly #tileSteps: number;

  /** @param stored layer by layer, each its weights, outputs x inputs x width, and then its biases */
  constructor(stored: StoredWeights, shape: ResidualNetworkShape) {
    const { inputCount, mapCount, firstWidth, dilations, outputCount } = shape;
    const take = weightReader(stored);
    const layer = (inputs: number, outputs: number, width: number, dilation = 1) => ({
      weights: take(outputs * inputs * width),
      biases: take(outputs),
      width,
      dilation,
    });
    this.#first = layer(inputCount, mapCount, firstWidth);
    this.#layers = dilations.map((dilation) => layer(mapCount, mapCount, WIDTH, dilation));
    this.#output = layer(mapCount, outputCount, 1);
    // Maps are computed in groups of four.
    this.#mapCount = 4 * Math.ceil(Math.max(inputCount, mapCount, outputCount) / 4);
    const reaches = [this.#first, ...this.#layers].map(reachOf);
    this.#reach = reaches.reduce((sum, reach) => sum + reach, 0);
    this.#margin = 4 * Math.ceil(Math.max(...reaches) / 4);
    this.#tileSteps = Math.floor(TILE_FLOATS / this.#mapCount) - 2 * (this.#reach + this.#margin);
  }

  /**
   * Returns the outputs, one value for each step.
   *
   * @param inputs curves of one length
   */
  outputs(inputs: readonly Float32Array[]): Float32Array[] {
    const stepCount = inputs[0]?.length ?? 0;
    const outputs = Array.from(this.#output.biases, () => new Float32Array(stepCount));
    for (let start = 0; start < stepCount; start += this.#tileSteps) {
      const end = Math.min(stepCount, start + this.#tileSteps);
      const from = Math.max(0, start - this.#reach);
      const heard = inputs.map((input) => input.subarray(from, end + this.#reach));
      this.#tileOutputs(heard).forEach((tile, index) => {
        outputs[index]!.set(tile.subarray(start - from, end - from), start);
      });
    }
    return outputs;
  }

  #tileOutputs(inputs: readonly Float32Array[]): Float32Array[] {
    const maps = new TimeMaps(inputs[0]!.length, {
      margin: this.#margin,
      maxCount: this.#mapCount,
    });
    maps.fill(inputs);
    maps.convolve(this.#first, "rectified");
    for (const layer of this.#layers) maps.convolve(layer, "residual");
    maps.convolve(this.#output, "linear");
    return Array.from(this.#output.biases, (_, index) => maps.read(index));
  }
}

function reachOf({ width, dilation }: TimeConvolution): number {
  return ((width - 1) / 2) * dilation;
}
