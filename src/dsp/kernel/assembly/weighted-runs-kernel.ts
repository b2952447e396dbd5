/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Weighted sums over runs of neighbouring values, as a bank of filters over a spectrum takes them.
 *
 * @param values floats, finite as far as any run reaches
 * @param runs per run two 32-bit integers: its first value, and how many weights it has, a multiple
 *   of 4
 * @param weights of all runs, one behind the other
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
