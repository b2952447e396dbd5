import { asDoubles, kernel, kernelArrays } from "../kernel/kernel.js";

/** Consecutive lags. */
export interface LagRange {
  /** Values, >= 0. */
  readonly first: number;
  /** >= 1. */
  readonly count: number;
}

/** Values that the kernel reads at once, limited by its memory. */
const TILE_LENGTH = 131_072;

/**
 * Computes the sum of the products of each value of a curve with the one a lag earlier, for consecutive lags.
 *
 * @param curve values of any number, finite
 * @returns one sum for each lag; 0 for lags not shorter than the curve
 */
export function laggedProducts(curve: Float32Array, { first, count }: LagRange): Float64Array {
  const history = first + count - 1;
  const [values, sumBytes] = kernelArrays([history + TILE_LENGTH, 2 * count]);
  const sums = asDoubles(sumBytes);
  sums.fill(0);
  for (let start = 0; start < curve.length; start += TILE_LENGTH) {
    const from = Math.max(0, start - history);
    const tile = curve.subarray(from, start + TILE_LENGTH);
    values.set(tile);
    const known = start - from;
    const { byteOffset } = values;
    const added = tile.length - known;
    kernel().laggedProducts(byteOffset, known, added, first, count, sums.byteOffset);
  }
  return sums.slice();
}
