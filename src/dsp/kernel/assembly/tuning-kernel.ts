import { logarithms } from "./logarithm-kernel";

/** Bytes of a float, of a double, and of a vector of four floats or two doubles. */
const FLOAT: usize = 4;
const DOUBLE: usize = 8;
const VECTOR: usize = 16;
const SEMITONES: f64 = 12;
/** A quarter of a full turn of two pi. */
const QUARTER_TURN: f64 = 1.5707963267948966;

/**
 * Sums unit vectors of the peaks of a whitened spectrum, each turned by how far the pitch of the peak lies from that
 * of a semitone, and weighted by its height. The place of a peak is that of the parabola through its three bins.
 *
 * @param compressed magnitudes from which the peaks are read, end + 4 floats
 * @param whitened their heights, end + 3 floats
 * @param first, end bins: the first at which there may be a peak, and the one after the last
 * @param floor minimum height
 * @param offset semitones that are added to 12 times the binary logarithm of a bin: its pitch
 * @param work memory for 2 x (end - first) + 4 doubles
 * @param results receives 3 doubles: the sums of cosine and sine, and that of the heights
 */
export function gatherTuning(
  compressed: usize,
  whitened: usize,
  first: i32,
  end: i32,
  floor: f32,
  offset: f64,
  work: usize,
  results: usize,
): void {
  const heights = work + <usize>(end - first + 2) * DOUBLE;
  const count = findPeaks(compressed, whitened, first, end, floor, work, heights);
  // Two are turned at once.
  store<f64>(work + <usize>count * DOUBLE, 1);
  store<f64>(heights + <usize>count * DOUBLE, 0);
  logarithms(work, count, work);

  const offsets = f64x2.splat(offset);
  const semitones = f64x2.splat(SEMITONES);
  let cosine = f64x2.splat(0);
  let sine = f64x2.splat(0);
  let sum = f64x2.splat(0);
  const bytes = <usize>count * DOUBLE;
  for (let place: usize = 0; place < bytes; place += VECTOR) {
    const pitch = f64x2.add(f64x2.mul(semitones, v128.load(work + place)), offsets);
    const height = v128.load(heights + place);
    // Sine and cosine of a quarter of the angle, whose series are short, and twice the formulas of the double angle.
    const x = f64x2.mul(f64x2.sub(pitch, f64x2.nearest(pitch)), f64x2.splat(QUARTER_TURN));
    const square = f64x2.mul(x, x);
    const s = f64x2.mul(x, sineSeries(square));
    const c = cosineSeries(square);
    const doubleSine = f64x2.mul(f64x2.add(s, s), c);
    const doubleCosine = f64x2.sub(f64x2.mul(c, c), f64x2.mul(s, s));
    const turnedSine = f64x2.mul(f64x2.add(doubleSine, doubleSine), doubleCosine);
    const turnedCosine = f64x2.sub(
      f64x2.mul(doubleCosine, doubleCosine),
      f64x2.mul(doubleSine, doubleSine),
    );
    cosine = f64x2.add(cosine, f64x2.mul(height, turnedCosine));
    sine = f64x2.add(sine, f64x2.mul(height, turnedSine));
    sum = f64x2.add(sum, height);
  }
  store<f64>(results, laneSum(cosine));
  store<f64>(results + DOUBLE, laneSum(sine));
  store<f64>(results + DOUBLE * 2, laneSum(sum));
}

/** Writes places, in bins, and heights of the peaks as doubles, and returns their number. */
function findPeaks(
  compressed: usize,
  whitened: usize,
  first: i32,
  end: i32,
  floor: f32,
  places: usize,
  heights: usize,
): i32 {
  const floors = f32x4.splat(floor);
  let count = 0;
  for (let group = first; group < end; group += 4) {
    const address = compressed + <usize>group * FLOAT;
    const here = v128.load(address);
    const isHigh = f32x4.ge(v128.load(whitened + <usize>group * FLOAT), floors);
    const rises = f32x4.gt(here, v128.load(address - FLOAT));
    const isPeak = v128.and(v128.and(isHigh, rises), f32x4.ge(here, v128.load(address + FLOAT)));
    for (let lanes = i32x4.bitmask(isPeak); lanes !== 0; lanes &= lanes - 1) {
      const bin = group + ctz<i32>(lanes);
      if (bin >= end) break;
      const peak = compressed + <usize>bin * FLOAT;
      const before = <f64>load<f32>(peak - FLOAT);
      const height = <f64>load<f32>(peak);
      const after = <f64>load<f32>(peak + FLOAT);
      const shift = (0.5 * (before - after)) / (before - 2 * height + after);
      store<f64>(places + <usize>count * DOUBLE, <f64>bin + shift);
      store<f64>(heights + <usize>count * DOUBLE, <f64>load<f32>(whitened + <usize>bin * FLOAT));
      count++;
    }
  }
  return count;
}

/** The series of sin x / x by the square of x, exact to 1e-13 up to a quarter of pi. */
function sineSeries(square: v128): v128 {
  let series = f64x2.splat(1.0 / 6227020800.0);
  series = f64x2.add(f64x2.splat(-1.0 / 39916800.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(1.0 / 362880.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(-1.0 / 5040.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(1.0 / 120.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(-1.0 / 6.0), f64x2.mul(square, series));
  return f64x2.add(f64x2.splat(1), f64x2.mul(square, series));
}

/** The series of cos x, as exact. */
function cosineSeries(square: v128): v128 {
  let series = f64x2.splat(-1.0 / 87178291200.0);
  series = f64x2.add(f64x2.splat(1.0 / 479001600.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(-1.0 / 3628800.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(1.0 / 40320.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(-1.0 / 720.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(1.0 / 24.0), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(-0.5), f64x2.mul(square, series));
  return f64x2.add(f64x2.splat(1), f64x2.mul(square, series));
}

function laneSum(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}
