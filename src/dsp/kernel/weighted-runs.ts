import { kernel, kernelArrays } from "./kernel.js";

/** Weights of consecutive values. */
export interface WeightedRun {
  readonly first: number;
  readonly weights: Float32Array;
}

/** A bank of filters, each a weighted sum of consecutive values. */
export class WeightedRuns {
  readonly #valueCount: number;
  /** First value of each run, and how many weights it has, zeros up to a multiple of 4 included. */
  readonly #runs: Int32Array;
  readonly #weights: Float32Array;
  readonly #arrays: readonly [Float32Array, Float32Array, Float32Array, Float32Array];
  readonly #kernelRuns: Int32Array;

  /** @param valueCount number of input values; no run ends after it */
  constructor(runs: readonly WeightedRun[], valueCount: number) {
    this.#valueCount = valueCount;
    this.#runs = Int32Array.from(
      runs.flatMap(({ first, weights }) => [first, paddedLength(weights)]),
    );
    this.#weights = new Float32Array(
      runs.reduce((sum, { weights }) => sum + paddedLength(weights), 0),
    );
    let offset = 0;
    for (const { weights } of runs) {
      this.#weights.set(weights, offset);
      offset += paddedLength(weights);
    }
    this.#arrays = kernelArrays([
      valueCount + 4,
      this.#runs.length,
      this.#weights.length,
      runs.length,
    ]);
    const [, kernelRuns] = this.#arrays;
    this.#kernelRuns = new Int32Array(kernelRuns.buffer, kernelRuns.byteOffset, kernelRuns.length);
  }

  /**
   * Computes the weighted sum of each run.
   *
   * @param values `valueCount` values, finite
   * @param sums receives one value per run, in order
   */
  sum(values: Float32Array, sums: Float32Array): void {
    const [kernelValues, kernelRuns, kernelWeights, kernelSums] = this.#arrays;
    kernelValues.set(values);
    kernelValues.fill(0, this.#valueCount);
    this.#kernelRuns.set(this.#runs);
    kernelWeights.set(this.#weights);
    kernel().weighRuns(
      kernelValues.byteOffset,
      kernelRuns.byteOffset,
      kernelSums.length,
      kernelWeights.byteOffset,
      kernelSums.byteOffset,
    );
    sums.set(kernelSums);
  }
}

function paddedLength(weights: Float32Array): number {
  return 4 * Math.ceil(weights.length / 4);
}
