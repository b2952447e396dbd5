import { logarithms } from "./logarithm-kernel";

/** Bytes of a float, of a double, and of a vector of two doubles. */
const FLOAT: usize = 4;
const DOUBLE: usize = 8;
const VECTOR: usize = 16;
/** Keeps the logarithm finite where all energy lies outside the bands. */
const MIN_POWER: f64 = 1e-30;
/** Decibels in a doubling of power. */
const DECIBELS_PER_DOUBLING: f64 = 3.010299956639812;

/**
 * Measures the levels of the bands of a frame with two lower limits at once, a lane for each: their sum, their rise
 * since the frame before, and their cepstral coefficients.
 *
 * @param bands bandCount floats, >= 0
 * @param floors two doubles, > 0: lower limits of a band's power, relative to the mean of the bands
 * @param basis coefficientCount x bandCount floats; coefficientCount a multiple of 4
 * @param work memory for bandCount vectors
 * @param levels bandCount pairs of floats: the levels of the frame before, dB, replaced by those of this one
 * @param results receives pairs of doubles: the mean power, twice; the sums of the levels, dB; the sums of their
 *   rises, dB; and the coefficients, dB
 */
export function flooredCepstra(
  bands: usize,
  bandCount: i32,
  floors: usize,
  basis: usize,
  coefficientCount: i32,
  work: usize,
  levels: usize,
  results: usize,
): void {
  let power: f64 = 0;
  const end = bands + <usize>bandCount * FLOAT;
  for (let band = bands; band < end; band += FLOAT) {
    const magnitude = <f64>load<f32>(band);
    power += magnitude * magnitude;
  }
  const mean = max<f64>(MIN_POWER, power / <f64>bandCount);
  const least = f64x2.mul(v128.load(floors), f64x2.splat(mean));
  let value = work;
  for (let band = bands; band < end; band += FLOAT, value += VECTOR) {
    const magnitude = <f64>load<f32>(band);
    v128.store(value, f64x2.add(f64x2.splat(magnitude * magnitude), least));
  }
  logarithms(work, 2 * bandCount, work);

  const scale = f64x2.splat(DECIBELS_PER_DOUBLING);
  const zero = f64x2.splat(0);
  let sum = zero;
  let rise = zero;
  let place = levels;
  for (let logarithm = work; logarithm < value; logarithm += VECTOR, place += DOUBLE) {
    const level = f64x2.mul(scale, v128.load(logarithm));
    const before = f64x2.promote_low_f32x4(v128.load64_zero(place));
    sum = f64x2.add(sum, level);
    rise = f64x2.add(rise, f64x2.pmax(zero, f64x2.sub(level, before)));
    // Not `v128.store64_lane`: the optimising compiler of V8 11.3 (Node.js 20) moves the load above behind it.
    store<f64>(place, f64x2.extract_lane(f32x4.demote_f64x2_zero(level), 0));
  }
  v128.store(results, f64x2.splat(mean));
  v128.store(results + VECTOR, sum);
  v128.store(results + VECTOR * 2, rise);
  transform(levels, bandCount, basis, coefficientCount, results + VECTOR * 3);
}

/** Products of the levels with each row of the basis, four rows at a time. */
function transform(
  levels: usize,
  bandCount: i32,
  basis: usize,
  coefficientCount: i32,
  results: usize,
): void {
  const row = <usize>bandCount * FLOAT;
  for (let c = 0; c < coefficientCount; c += 4, basis += row * 4, results += VECTOR * 4) {
    let sum0 = f64x2.splat(0);
    let sum1 = f64x2.splat(0);
    let sum2 = f64x2.splat(0);
    let sum3 = f64x2.splat(0);
    for (let at: usize = 0; at < row; at += FLOAT) {
      const level = f64x2.promote_low_f32x4(v128.load64_zero(levels + at * 2));
      const weight = basis + at;
      sum0 = f64x2.add(sum0, f64x2.mul(level, splat(weight)));
      sum1 = f64x2.add(sum1, f64x2.mul(level, splat(weight + row)));
      sum2 = f64x2.add(sum2, f64x2.mul(level, splat(weight + row * 2)));
      sum3 = f64x2.add(sum3, f64x2.mul(level, splat(weight + row * 3)));
    }
    v128.store(results, sum0);
    v128.store(results + VECTOR, sum1);
    v128.store(results + VECTOR * 2, sum2);
    v128.store(results + VECTOR * 3, sum3);
  }
}

/** A float as two doubles. */
function splat(place: usize): v128 {
  return f64x2.splat(<f64>load<f32>(place));
}
