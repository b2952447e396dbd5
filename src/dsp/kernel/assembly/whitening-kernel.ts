import { compress } from "./logarithm-kernel";

/** Bytes of a float, of a double, and of a vector of two doubles. */
const FLOAT: usize = 4;
const DOUBLE: usize = 8;

/**
 * Compresses a spectrum logarithmically against its mean, and subtracts its smooth background: the mean of the
 * bins around each bin, at most from `low` to `high`.
 *
 * @param magnitudes high + 2 floats, >= 0, and 3 more that are finite
 * @param low, high first and last bin; the mean is that from `low` to `high` + 1
 * @param silence mean up to which the spectrum counts as silent
 * @param compression gain of the logarithm ln(1 + gain x magnitude / mean)
 * @param share the background reaches to either side of a bin by its number divided by this, rounded
 * @param minReach bins it reaches at least
 * @param compressed receives high + 2 floats, rounded up to a multiple of 4
 * @param sums memory for high + 3 doubles
 * @param whitened receives high + 1 floats from `low` on, >= 0
 * @returns 1, or 0 for a silent spectrum, of which nothing is computed
 */
export function whiten(
  magnitudes: usize,
  low: i32,
  high: i32,
  silence: f64,
  compression: f64,
  share: i32,
  minReach: i32,
  compressed: usize,
  sums: usize,
  whitened: usize,
): i32 {
  const mean = sumOf(magnitudes, low, high + 2) / <f64>(high - low + 2);
  if (!(mean > silence)) return 0;
  compress(magnitudes, high + 2, <f32>(compression / mean), compressed);

  let sum: f64 = 0;
  store<f64>(sums + <usize>low * DOUBLE, sum);
  for (let bin = <usize>low; bin <= <usize>high + 1; bin++) {
    sum += <f64>load<f32>(compressed + bin * FLOAT);
    store<f64>(sums + (bin + 1) * DOUBLE, sum);
  }
  let reach = minReach;
  // Divisions are slow, and neighbours mostly have backgrounds of one width.
  let width = 1;
  let inverse: f64 = 1;
  for (let bin = low; bin <= high; bin++) {
    while ((2 * reach + 1) * share <= 2 * bin) reach++;
    const from = max(low, bin - reach);
    const to = min(high, bin + reach) + 1;
    const around = load<f64>(sums + <usize>to * DOUBLE) - load<f64>(sums + <usize>from * DOUBLE);
    if (to - from !== width) {
      width = to - from;
      inverse = 1 / <f64>width;
    }
    const value = <f64>load<f32>(compressed + <usize>bin * FLOAT);
    const raised = value - around * inverse;
    store<f32>(whitened + <usize>bin * FLOAT, raised > 0 ? <f32>raised : 0);
  }
  return 1;
}

/** Sum of the values from index `from` to `end`, which is not part of it. */
function sumOf(values: usize, from: i32, end: i32): f64 {
  let place = values + <usize>from * FLOAT;
  const last = values + <usize>end * FLOAT;
  let sum = f64x2.splat(0);
  for (; place + DOUBLE <= last; place += DOUBLE) {
    sum = f64x2.add(sum, f64x2.promote_low_f32x4(v128.load64_zero(place)));
  }
  let total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  for (; place < last; place += FLOAT) total += <f64>load<f32>(place);
  return total;
}
