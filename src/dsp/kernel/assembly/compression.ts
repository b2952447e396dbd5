/** Bytes of a vector of four floats. */
const VECTOR: usize = 16;

/**
 * Logarithms ln(1 + gain x value) of values, none of them negative, four at a time.
 *
 * With 1 + gain x value = 2^e x m, m within [0.7, 1.42), the logarithm is e x ln 2 + 2 artanh s for
 * s = (m - 1) / (m + 1); five terms of its series leave less than 1e-8. So the error is that of the
 * addition of 1, 6e-8, as long as the result is below 1, and in the seventh digit beyond.
 *
 * @param values count floats, >= 0
 * @param count results are written up to the next multiple of 4
 */
export function compress(values: usize, count: i32, gain: f32, results: usize): void {
  const gains = f32x4.splat(gain);
  const one = f32x4.splat(1);
  const end = (<usize>count) << 2;
  for (let place: usize = 0; place < end; place += VECTOR) {
    const sum = f32x4.add(one, f32x4.mul(gains, v128.load(values + place)));
    v128.store(results + place, logarithm(sum, one));
  }
}

/** Natural logarithms of values >= 1. */
function logarithm(value: v128, one: v128): v128 {
  // Bits of 0.7071: subtracted, they leave the exponent in the upper bits, rounded to the mantissa.
  const root = i32x4.splat(0x3f3504f3);
  const exponent = i32x4.shr_s(i32x4.sub(value, root), 23);
  const mantissa = i32x4.sub(value, i32x4.shl(exponent, 23));
  const s = f32x4.div(f32x4.sub(mantissa, one), f32x4.add(mantissa, one));
  const square = f32x4.mul(s, s);
  let series = f32x4.splat(2.0 / 9.0);
  series = f32x4.add(f32x4.splat(2.0 / 7.0), f32x4.mul(square, series));
  series = f32x4.add(f32x4.splat(2.0 / 5.0), f32x4.mul(square, series));
  series = f32x4.add(f32x4.splat(2.0 / 3.0), f32x4.mul(square, series));
  series = f32x4.mul(s, f32x4.add(f32x4.splat(2), f32x4.mul(square, series)));
  const whole = f32x4.convert_i32x4_s(exponent);
  return f32x4.add(f32x4.mul(whole, f32x4.splat(0.6931471805599453)), series);
}
