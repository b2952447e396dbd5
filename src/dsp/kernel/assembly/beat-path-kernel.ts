/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Finds the best beat before each possible beat of some frames: a state is the frame of a beat and the interval from
 * the beat before, whose scores are the strength at the beat and the best score of a state before, less the cost of
 * that change of interval.
 *
 * @param strengths of the frames, frameCount floats
 * @param start index of the first of these frames; @param frameCount how many there are
 * @param shortest interval of the first state, frames, >= 1; that of each following state is a frame longer
 * @param width number of states, at most 256
 * @param costs width rows of `stride` floats, the costs of the states before; infinite where there is no such state
 * @param firsts width 32-bit integers: the first state that may come before, rounded down to a multiple of 4
 * @param ends width 32-bit integers: the end of those, rounded up to a multiple of 4
 * @param scores ringLength rows of `stride` floats: those of earlier frames, and those of these, at the row of the
 *   remainder of the frame's index by ringLength; finite. `stride` is width rounded up to a multiple of 4
 * @param ringLength more than the longest interval
 * @param previous receives frameCount x width bytes: the best state before, or the own one where none lies before
 */
export function bestBeatsBefore(
  strengths: usize,
  start: i32,
  frameCount: i32,
  shortest: i32,
  width: i32,
  costs: usize,
  firsts: usize,
  ends: usize,
  scores: usize,
  ringLength: i32,
  previous: usize,
): void {
  const stride = <usize>((width + 3) & ~3) * FLOAT;
  for (let i = 0; i < frameCount; i++, previous += width) {
    const frame = start + i;
    const strength = load<f32>(strengths + <usize>i * FLOAT);
    const row = scores + <usize>(frame % ringLength) * stride;
    for (let state = 0; state < width; state++) {
      const from = frame - shortest - state;
      const place = <usize>state * FLOAT;
      if (from < 0) {
        store<f32>(row + place, strength);
        store<u8>(previous + state, <u8>state);
        continue;
      }
      const earlier = scores + <usize>(from % ringLength) * stride;
      const cost = costs + <usize>state * stride;
      const end = <usize>load<i32>(ends + place) * FLOAT;
      let at = <usize>load<i32>(firsts + place) * FLOAT;
      let best = f32x4.sub(v128.load(earlier + at), v128.load(cost + at));
      let index = i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(<i32>(at / FLOAT)));
      let bestIndex = index;
      for (at += VECTOR; at < end; at += VECTOR) {
        const score = f32x4.sub(v128.load(earlier + at), v128.load(cost + at));
        index = i32x4.add(index, i32x4.splat(4));
        const isBetter = f32x4.gt(score, best);
        best = v128.bitselect(score, best, isBetter);
        bestIndex = v128.bitselect(index, bestIndex, isBetter);
      }
      // Of equal scores the one of the first state counts.
      const isSwapped = isBehind(
        best,
        bestIndex,
        v128.shuffle<f32>(best, best, 2, 3, 0, 1),
        swapped(bestIndex),
      );
      const half = v128.bitselect(v128.shuffle<f32>(best, best, 2, 3, 0, 1), best, isSwapped);
      const halfIndex = v128.bitselect(swapped(bestIndex), bestIndex, isSwapped);
      const a = f32x4.extract_lane(half, 0);
      const b = f32x4.extract_lane(half, 1);
      const ia = i32x4.extract_lane(halfIndex, 0);
      const ib = i32x4.extract_lane(halfIndex, 1);
      const isSecond = b > a || (b == a && ib < ia);
      store<f32>(row + place, strength + (isSecond ? b : a));
      store<u8>(previous + state, <u8>(isSecond ? ib : ia));
    }
  }
}

/** Exchanges the lower and the upper half of four integers. */
function swapped(lanes: v128): v128 {
  return v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1);
}

/** Where other scores are higher, or as high with a lower index. */
function isBehind(score: v128, index: v128, otherScore: v128, otherIndex: v128): v128 {
  const isEarlier = v128.and(f32x4.eq(score, otherScore), i32x4.lt_s(otherIndex, index));
  return v128.or(f32x4.gt(otherScore, score), isEarlier);
}
