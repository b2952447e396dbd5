/** Bytes of a float, of a vector of four, and of a double. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;
const DOUBLE: usize = 8;
/** Bytes after which sums of floats are added to a double, so that long curves lose no precision. */
const RUN: usize = 256 * 16;

/**
 * Adds the products of values with those a lag earlier, for consecutive lags.
 *
 * @param values floats: `history` of them are read as earlier values only, `count` follow
 * @param firstLag >= 0; pairs whose earlier value lies before the history are left out
 * @param sums receives lagCount doubles, to which the sums are added
 */
export function laggedProducts(
  values: usize,
  history: i32,
  count: i32,
  firstLag: i32,
  lagCount: i32,
  sums: usize,
): void {
  const end = values + <usize>(history + count) * FLOAT;
  for (let index = 0; index < lagCount; index++, sums += DOUBLE) {
    const lag = firstLag + index;
    const lagBytes = <usize>lag * FLOAT;
    let place = values + <usize>max(history, lag) * FLOAT;
    let total: f64 = 0;
    while (place + VECTOR * 2 <= end) {
      const runEnd = min(end - VECTOR, place + RUN);
      let low = f32x4.splat(0);
      let high = f32x4.splat(0);
      for (; place + VECTOR <= runEnd; place += VECTOR * 2) {
        low = f32x4.add(low, f32x4.mul(v128.load(place), v128.load(place - lagBytes)));
        high = f32x4.add(
          high,
          f32x4.mul(v128.load(place + VECTOR), v128.load(place + VECTOR - lagBytes)),
        );
      }
      const sum = f32x4.add(low, high);
      total += <f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1);
      total += <f64>f32x4.extract_lane(sum, 2) + <f64>f32x4.extract_lane(sum, 3);
    }
    for (; place < end; place += FLOAT) {
      total += <f64>load<f32>(place) * <f64>load<f32>(place - lagBytes);
    }
    store<f64>(sums, load<f64>(sums) + total);
  }
}
