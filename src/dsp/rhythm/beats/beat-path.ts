import { kernel, kernelArrays } from "../../kernel/kernel.js";

/** Minimum and maximum beat as a fraction of the given period. */
const MIN_BEAT = 0.75;
const MAX_BEAT = 1.34;
/** Maximum ratio of one beat to the next. */
const MAX_CHANGE = 1.16;
/** Cost, in mean onset strengths, of a change of interval by a factor of e, quadratic in the logarithm. */
const CHANGE_COST = 200;
/** Cost of a deviation from the given period by a factor of e, quadratic in the logarithm. */
const DEVIATION_COST = 10;
/** Frames that the kernel looks at in one call. */
const BLOCK_FRAMES = 1024;
/** Floats of a vector of the kernel. */
const LANES = 4;

/** The intervals between beats that are possible, and their costs. */
interface Intervals {
  /** Frames of the shortest; each following one is a frame longer. */
  readonly shortest: number;
  readonly count: number;
  /** Number of costs in a row: the number of intervals, rounded up to whole vectors. */
  readonly stride: number;
  /** Cost of each interval after each other one; infinite where that may not come before. */
  readonly costs: Float32Array;
  /** For each interval the range of those that may come before, in whole vectors; end exclusive. */
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Returns the frames of the beats, ascending, whose sum of strengths, less the costs of changes of interval and of
 * deviations from a period, is highest.
 *
 * @param strength one value per frame, finite
 * @param period frames, > 0
 */
export function bestBeatFrames(strength: Float32Array, period: number): number[] {
  const intervals = intervalsAround(period);
  const { shortest, count, stride, costs, firsts, ends } = intervals;
  // Scores depend on at most one beat before, so a ring buffer of that many frames is sufficient.
  const ringLength = shortest + count;
  const [strengths, kernelCosts, kernelFirsts, kernelEnds, scores, bytes] = kernelArrays([
    BLOCK_FRAMES,
    costs.length,
    count,
    count,
    ringLength * stride,
    Math.ceil((BLOCK_FRAMES * count) / 4),
  ]);
  const asIntegers = ({ buffer, byteOffset, length }: Float32Array): Int32Array =>
    new Int32Array(buffer, byteOffset, length);
  kernelCosts.set(costs);
  asIntegers(kernelFirsts).set(firsts);
  asIntegers(kernelEnds).set(ends);
  scores.fill(0);

  const previous = new Uint8Array(strength.length * count);
  for (let start = 0; start < strength.length; start += BLOCK_FRAMES) {
    const part = strength.subarray(start, start + BLOCK_FRAMES);
    strengths.set(part);
    kernel().bestBeatsBefore(
      strengths.byteOffset,
      start,
      part.length,
      shortest,
      count,
      kernelCosts.byteOffset,
      kernelFirsts.byteOffset,
      kernelEnds.byteOffset,
      scores.byteOffset,
      ringLength,
      bytes.byteOffset,
    );
    const own = new Uint8Array(bytes.buffer, bytes.byteOffset, part.length * count);
    previous.set(own, start * count);
  }
  return tracedBack(scores, previous, intervals, strength.length);
}

function intervalsAround(period: number): Intervals {
  const shortest = Math.max(2, Math.round(MIN_BEAT * period));
  const longest = Math.max(shortest + 1, Math.round(MAX_BEAT * period));
  const count = longest - shortest + 1;
  const stride = LANES * Math.ceil(count / LANES);
  const costs = new Float32Array(count * stride).fill(Infinity);
  const [firsts, ends] = [new Int32Array(count), new Int32Array(count)];
  for (let state = 0; state < count; state++) {
    const length = shortest + state;
    const first = Math.max(0, Math.floor(length / MAX_CHANGE) - shortest);
    const end = Math.min(count, Math.ceil(length * MAX_CHANGE) - shortest + 1);
    const deviation = Math.log(length / period);
    for (let earlier = first; earlier < end; earlier++) {
      const change = Math.log(length / (shortest + earlier));
      costs[state * stride + earlier] =
        CHANGE_COST * change * change + DEVIATION_COST * deviation * deviation;
    }
    firsts[state] = LANES * Math.floor(first / LANES);
    ends[state] = LANES * Math.ceil(end / LANES);
  }
  return { shortest, count, stride, costs, firsts, ends };
}

function tracedBack(
  scores: Float32Array,
  previous: Uint8Array,
  { shortest, count, stride }: Intervals,
  frameCount: number,
): number[] {
  const ringLength = scores.length / stride;
  let frame = -1;
  let state = 0;
  let best = -Infinity;
  for (let last = Math.max(0, frameCount - shortest); last < frameCount; last++) {
    for (let candidate = 0; candidate < count; candidate++) {
      const score = scores[(last % ringLength) * stride + candidate]!;
      if (score > best) {
        best = score;
        frame = last;
        state = candidate;
      }
    }
  }
  const frames: number[] = [];
  while (frame >= 0) {
    frames.push(frame);
    const earlier = previous[frame * count + state]!;
    frame -= shortest + state;
    state = earlier;
  }
  return frames.reverse();
}
