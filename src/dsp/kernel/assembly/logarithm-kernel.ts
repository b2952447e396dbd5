/** Bytes of a vector of four floats or two doubles. */
const VECTOR: usize = 16;
/** Bits of the root of 1/2: subtracted, they leave the exponent in the upper bits, rounded to the mantissa. */
const ROOT: i64 = 0x3fe6a09e667f3bcd;
/** The exponent is taken 1024 too large, so that it is positive. */
const OFFSET: i64 = 1024;

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
    v128.store(results + place, naturalLogarithm(sum, one));
  }
}

/** Natural logarithms of values >= 1. */
function naturalLogarithm(value: v128, one: v128): v128 {
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

/**
 * Binary logarithms of values, two at a time, exact to about 1e-15 of the larger of the result and 1.
 *
 * With the value 2^e x m, m within [0.7, 1.42), the logarithm is e + 2 artanh s / ln 2 for
 * s = (m - 1) / (m + 1); ten terms of its series leave less than 1e-17. That of 0 is -1023.
 *
 * @param values count doubles, 0 or normal, not negative
 * @param count results are written up to the next even number
 * @param results receives doubles
 */
export function logarithms(values: usize, count: i32, results: usize): void {
  const end = (<usize>count) << 3;
  for (let place: usize = 0; place < end; place += VECTOR) {
    v128.store(results + place, binaryLogarithm(v128.load(values + place)));
  }
}

function binaryLogarithm(value: v128): v128 {
  const one = f64x2.splat(1);
  const shifted = i64x2.add(value, i64x2.splat((OFFSET << 52) - ROOT));
  const exponent = i64x2.sub(i64x2.shr_u(shifted, 52), i64x2.splat(OFFSET));
  const mantissa = i64x2.sub(value, i64x2.shl(exponent, 52));
  const s = f64x2.div(f64x2.sub(mantissa, one), f64x2.add(mantissa, one));
  const square = f64x2.mul(s, s);
  let series = f64x2.splat(2.0 / 19.0);
  series = f64x2.add(f64x2.splat(2.0 / 17.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 15.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 13.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 11.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 9.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 7.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 5.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(2.0 / 3.0), f64x2.mul(square, series));
  series = f64x2.mul(s, f64x2.add(f64x2.splat(2), f64x2.mul(square, series)));
  const whole = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(exponent, exponent, 0, 2, 0, 2));
  return f64x2.add(whole, f64x2.mul(series, f64x2.splat(1.4426950408889634)));
}
