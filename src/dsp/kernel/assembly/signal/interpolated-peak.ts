/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;
/** Vectors of points that are skipped together. */
const GROUP: usize = 4;

/**
 * Returns the largest magnitude of a signal at its samples and at three points between neighbours.
 *
 * Processes four pairs of neighbours at a time, and skips sixteen, or four, where even the sum of the
 * magnitudes could not exceed the peak so far.
 *
 * @param samples pointCount + tapCount - 1 floats
 * @param pointCount pairs of neighbours to interpolate between, a multiple of 16
 * @param taps tapCount floats for the first point, tapCount for the second; the third mirrors the first
 * @param innerSum maximum contribution of the two samples next to a point, as a factor
 * @param outerSum maximum contribution of all other samples, as a factor
 * @param peak largest magnitude of the signal before, >= 0
 * @returns the largest magnitude, at least `peak`
 */
export function interpolatedPeak(
  samples: usize,
  pointCount: i32,
  taps: usize,
  tapCount: i32,
  innerSum: f32,
  outerSum: f32,
  peak: f32,
): f32 {
  const largest = largestMagnitude(samples, pointCount + tapCount - 1);
  let found = max<f32>(peak, largest);
  const inner = f32x4.splat(innerSum);
  const outer = f32x4.splat(largest * outerSum);
  const filterBytes = <usize>tapCount * FLOAT;
  const beside = <usize>(tapCount / 2 - 1) * FLOAT;
  const end = samples + <usize>pointCount * FLOAT;
  for (let group = samples; group < end; group += VECTOR * GROUP) {
    // The last load ends with the neighbour of the last point.
    let largestNear = magnitudes(group + beside + VECTOR * GROUP - FLOAT * 3);
    for (let place = group; place < group + VECTOR * GROUP; place += VECTOR) {
      largestNear = f32x4.pmax(largestNear, magnitudes(place + beside));
    }
    if (!mayExceed(largestNear, inner, outer, found)) continue;
    for (let place = group; place < group + VECTOR * GROUP; place += VECTOR) {
      const near = f32x4.pmax(magnitudes(place + beside), magnitudes(place + beside + FLOAT));
      if (!mayExceed(near, inner, outer, found)) continue;
      found = max<f32>(found, peakBetween(place, taps, filterBytes));
    }
  }
  return found;
}

function magnitudes(place: usize): v128 {
  return f32x4.abs(v128.load(place));
}

/** Whether points could be larger than `found`, by the larger of the samples next to each. */
function mayExceed(near: v128, inner: v128, outer: v128, found: f32): bool {
  const bound = f32x4.add(f32x4.mul(near, inner), outer);
  return v128.any_true(f32x4.gt(bound, f32x4.splat(found)));
}

/** The largest magnitude at the three points after each of four samples. */
function peakBetween(place: usize, taps: usize, filterBytes: usize): f32 {
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  let third = f32x4.splat(0);
  for (let tap: usize = 0; tap < filterBytes; tap += FLOAT) {
    const values = v128.load(place + tap);
    const mirrored = taps + filterBytes - FLOAT - tap;
    first = f32x4.add(first, f32x4.mul(v128.load32_splat(taps + tap), values));
    second = f32x4.add(second, f32x4.mul(v128.load32_splat(taps + filterBytes + tap), values));
    third = f32x4.add(third, f32x4.mul(v128.load32_splat(mirrored), values));
  }
  return largestLane(f32x4.pmax(f32x4.pmax(f32x4.abs(first), f32x4.abs(second)), f32x4.abs(third)));
}

function largestMagnitude(samples: usize, count: i32): f32 {
  const end = samples + <usize>count * FLOAT;
  let place = samples;
  // Two maxima, so that one need not wait for the other.
  let even = f32x4.splat(0);
  let odd = f32x4.splat(0);
  for (; place + VECTOR * 4 <= end; place += VECTOR * 4) {
    even = f32x4.pmax(even, f32x4.pmax(magnitudes(place), magnitudes(place + VECTOR)));
    odd = f32x4.pmax(
      odd,
      f32x4.pmax(magnitudes(place + VECTOR * 2), magnitudes(place + VECTOR * 3)),
    );
  }
  let largest = largestLane(f32x4.pmax(even, odd));
  for (; place < end; place += FLOAT) largest = max<f32>(largest, abs<f32>(load<f32>(place)));
  return largest;
}

function largestLane(lanes: v128): f32 {
  const pairs = f32x4.pmax(lanes, v128.shuffle<f32>(lanes, lanes, 2, 3, 0, 1));
  return max<f32>(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}
