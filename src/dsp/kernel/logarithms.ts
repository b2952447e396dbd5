import { asDoubles, kernel, kernelArrays } from "./kernel.js";

/** Binary logarithms of some values at once. */
export class Logarithms {
  /**
   * The values, >= 0, to be set before each call; in the memory of the kernel, so that any other use of the kernel
   * overwrites them.
   */
  readonly values: Float64Array;
  /** Their logarithms, of the same memory; that of 0 is -1023. */
  readonly results: Float64Array;

  /** @param count even */
  constructor(count: number) {
    const [values, results] = kernelArrays([2 * count, 2 * count]);
    this.values = asDoubles(values);
    this.results = asDoubles(results);
  }

  /** Computes `results`. */
  compute(): void {
    const { values, results } = this;
    kernel().logarithms(values.byteOffset, values.length, results.byteOffset);
  }
}
