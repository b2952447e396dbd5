import { kernel, kernelArrays } from "../kernel/kernel.js";
import { CONVOLUTION_ENDS, interleavedOutputs, type ConvolutionEnd } from "./network-layers.js";

/** Convolution over time: every output reads every input at `width` positions, `dilation` steps apart. */
export interface TimeConvolution {
  /** Outputs x inputs x width. */
  readonly weights: Float32Array;
  /** One per output. */
  readonly biases: Float32Array;
  /** Odd. */
  readonly width: number;
  readonly dilation: number;
}

/** Steps that the kernel computes at once, and outputs. */
const STEP_GROUP = 8;
const OUTPUT_GROUP = 4;
/** Weights of a layer, and its outputs, at most. */
const MAX_WEIGHTS = 17_408;
const MAX_OUTPUTS = 64;

/**
 * Maps over time in the kernel's memory, which convolutions replace by their outputs.
 *
 * Any other use of the kernel overwrites them: fill, convolve and read without one in between.
 */
export class TimeMaps {
  readonly #stepCount: number;
  readonly #margin: number;
  readonly #mapLength: number;
  readonly #weights: Float32Array;
  readonly #biases: Float32Array;
  #maps: Float32Array;
  #outputs: Float32Array;
  #count = 0;

  /**
   * @param margin zeros on either side, at least the reach of the widest layer; a multiple of 4
   * @param maxCount number of maps of the widest layer
   * @throws {RangeError} the maps exceed the memory of the kernel
   */
  constructor(
    stepCount: number,
    { margin, maxCount }: { readonly margin: number; readonly maxCount: number },
  ) {
    this.#stepCount = stepCount;
    this.#margin = margin;
    this.#mapLength = this.#computedSteps + 2 * margin;
    const size = this.#mapLength * OUTPUT_GROUP * Math.ceil(maxCount / OUTPUT_GROUP);
    [this.#weights, this.#biases, this.#maps, this.#outputs] = kernelArrays([
      MAX_WEIGHTS,
      MAX_OUTPUTS,
      size,
      size,
    ]);
  }

  get #computedSteps(): number {
    return STEP_GROUP * Math.ceil(this.#stepCount / STEP_GROUP);
  }

  /** @param maps one value for each step */
  fill(maps: readonly Float32Array[]): void {
    this.#maps.fill(0);
    this.#outputs.fill(0);
    maps.forEach((map, index) => {
      this.#maps.set(map, index * this.#mapLength + this.#margin);
    });
    this.#count = maps.length;
  }

  /** Replaces the maps by their convolution; outside the steps there are zeros. */
  convolve({ weights, biases, width, dilation }: TimeConvolution, end: ConvolutionEnd): void {
    const interleaved = interleavedOutputs(weights, biases.length);
    const outputCount = OUTPUT_GROUP * Math.ceil(biases.length / OUTPUT_GROUP);
    this.#weights.set(interleaved);
    this.#biases.fill(0, 0, outputCount).set(biases);
    kernel().convolve(
      this.#maps.byteOffset,
      this.#count,
      this.#mapLength,
      this.#weights.byteOffset,
      this.#biases.byteOffset,
      this.#outputs.byteOffset,
      outputCount,
      1,
      this.#computedSteps,
      this.#margin,
      -((width - 1) / 2) * dilation,
      1,
      0,
      width,
      dilation,
      CONVOLUTION_ENDS[end],
    );
    [this.#maps, this.#outputs] = [this.#outputs, this.#maps];
    this.#count = biases.length;
    this.#clearMargins();
  }

  /** Returns a copy of a map. */
  read(index: number): Float32Array {
    const start = index * this.#mapLength + this.#margin;
    return this.#maps.slice(start, start + this.#stepCount);
  }

  /** Sets the values after the last step to zero, which the kernel computes in groups. */
  #clearMargins(): void {
    const past = this.#margin + this.#stepCount;
    for (let start = 0; start < this.#maps.length; start += this.#mapLength) {
      this.#maps.fill(0, start + past, start + this.#margin + this.#computedSteps);
    }
  }
}
