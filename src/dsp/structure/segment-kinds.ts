import { meanOfRows, squaredDistance } from "./row-distance.js";
import type { Segment } from "./segmentation.js";

/**
 * Maximum squared distance of two segments of one kind, in mean variances within segments: repeated
 * parts of a song stay below 0.7, different parts are 1.1 and more apart.
 */
const MAX_DISTANCE = 0.8;
/** Squared distance below which segments always sound alike, whatever the variance. */
const MIN_DISTANCE_LIMIT = 1.5;

/**
 * Returns a number for each segment, the same for segments that sound alike: 0, 1, 2 ... in order of
 * first occurrence.
 *
 * A segment is of the kind whose mean is nearest to its own, unless even that is too far; neighbours
 * are never of one kind, since there is a boundary between them.
 *
 * Source: M. Cooper and J. Foote, "Summarizing Popular Music via Structural Similarity Analysis",
 * Proc. IEEE WASPAA, 2003 (segments clustered by their statistics); here one by one, in order of time.
 *
 * @param rows the rows given to `segmentFrames`
 */
export function segmentKinds(
  segments: readonly Segment[],
  rows: readonly Float64Array[],
): readonly number[] {
  const means = segments.map(({ from, to }) => meanOfRows(rows.slice(from, to)));
  const limit = Math.max(MIN_DISTANCE_LIMIT, MAX_DISTANCE * varianceWithin(segments, rows, means));
  const kinds: { mean: Float64Array; frameCount: number }[] = [];
  const found: number[] = [];
  segments.forEach(({ from, to }, index) => {
    const mean = means[index]!;
    const distances = kinds.map((kind, number) =>
      number === found[index - 1] ? Infinity : squaredDistance(kind.mean, mean),
    );
    const nearest = distances.indexOf(Math.min(...distances));
    const isNew = nearest < 0 || distances[nearest]! > limit;
    const number = isNew ? kinds.length : nearest;
    const kind = isNew ? { mean: new Float64Array(mean.length), frameCount: 0 } : kinds[nearest]!;
    const share = (to - from) / (kind.frameCount + to - from);
    kinds[number] = {
      mean: kind.mean.map((value, i) => value + share * (mean[i]! - value)),
      frameCount: kind.frameCount + to - from,
    };
    found.push(number);
  });
  return found;
}

function varianceWithin(
  segments: readonly Segment[],
  rows: readonly Float64Array[],
  means: readonly Float64Array[],
): number {
  let sum = 0;
  segments.forEach(({ from, to }, index) => {
    for (let row = from; row < to; row++) sum += squaredDistance(rows[row]!, means[index]!);
  });
  return sum / Math.max(1, rows.length);
}
