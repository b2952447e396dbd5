/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Computes weighted sums over runs of consecutive values, such as a bank of filters over a spectrum.
 *
 * @param values floats, finite up to the end of the last run
 * @param runs per run two 32-bit integers: index of its first value, and number of its weights, a
 *   multiple of 4
 * @param weights of all runs, one after another
 * @param sums receives runCount floats
 */
export function weighRuns(
  values: usize,
  runs: usize,
  runCount: i32,
  weights: usize,
  sums: usize,
): void {
  for (let run = 0; run < runCount; run++, runs += FLOAT * 2, sums += FLOAT) {
    let value = values + <usize>load<i32>(runs) * FLOAT;
    const end = weights + <usize>load<i32>(runs + FLOAT) * FLOAT;
    let sum = f32x4.splat(0);
    for (; weights < end; weights += VECTOR, value += VECTOR) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(weights), v128.load(value)));
    }
    const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    store<f32>(sums, f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1));
  }
}
