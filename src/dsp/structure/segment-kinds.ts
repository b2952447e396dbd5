import { meanOfRows, squaredDistance } from "./row-distance.js";
import { pathSimilarity, type HarmonicSimilarity } from "./repetition.js";
import type { Segment } from "./segmentation.js";

/**
 * Maximum squared distance of two segments of one kind, in mean variances within segments: repeated
 * parts of a song stay below 0.7, different parts are 1.1 and more apart.
 */
const MAX_DISTANCE = 0.8;
/** Squared distance below which segments always sound alike, whatever the variance. */
const MIN_DISTANCE_LIMIT = 1.5;

/** The segments of one number. */
interface Kind {
  readonly mean: Float64Array;
  readonly frameCount: number;
  readonly members: readonly Segment[];
}

/** Minimum similarity of the harmonies of two segments of one kind. */
const SAME_SIMILARITY = 0.7;

/**
 * Returns a number for each segment, the same for segments that sound alike and have one sequence of harmonies:
 * 0, 1, 2 ... in order of first occurrence.
 *
 * A segment is of the kind of the one before it that has the most similar harmonies, unless even those are too
 * different or its timbre is. Without harmonies, it is of the kind whose mean is nearest. Neighbours that differ in
 * their rows are never of one kind; others may be, where one repeats the other.
 *
 * Source: M. Cooper and J. Foote, "Summarizing Popular Music via Structural Similarity Analysis",
 * Proc. IEEE WASPAA, 2003 (segments clustered by their statistics); here one by one, in order of time.
 *
 * @param rows the rows given to `segmentFrames`
 * @param similarity of their harmonies; null where the recording has none
 */
export function segmentKinds(
  segments: readonly Segment[],
  rows: readonly Float64Array[],
  similarity: HarmonicSimilarity | null = null,
): readonly number[] {
  const means = segments.map(({ from, to }) => meanOfRows(rows.slice(from, to)));
  const limit = Math.max(MIN_DISTANCE_LIMIT, MAX_DISTANCE * varianceWithin(segments, rows, means));
  const kinds: Kind[] = [];
  const found: number[] = [];
  segments.forEach((segment, index) => {
    const { from, to, isContrast } = segment;
    const mean = means[index]!;
    const likenesses = kinds.map((kind, number) => {
      const distance = squaredDistance(kind.mean, mean);
      const isBefore = number === found[index - 1];
      return distance > limit || (isBefore && isContrast)
        ? -Infinity
        : likeness(segment, kind, { similarity, distance });
    });
    const nearest = likenesses.indexOf(Math.max(...likenesses));
    const isNew = nearest < 0 || likenesses[nearest] === -Infinity;
    const number = isNew ? kinds.length : nearest;
    const kind = isNew
      ? { mean: new Float64Array(mean.length), frameCount: 0, members: [] }
      : kinds[nearest]!;
    const share = (to - from) / (kind.frameCount + to - from);
    kinds[number] = {
      mean: kind.mean.map((value, i) => value + share * (mean[i]! - value)),
      frameCount: kind.frameCount + to - from,
      members: [...kind.members, segment],
    };
    found.push(number);
  });
  return found;
}

/** How alike a segment is to those of a kind; -Infinity where its harmonies are others. */
function likeness(
  segment: Segment,
  { members }: Kind,
  given: { readonly similarity: HarmonicSimilarity | null; readonly distance: number },
): number {
  const { similarity, distance } = given;
  if (similarity === null) return -distance;
  const paths = members
    .map((member) => pathSimilarity(similarity, segment, member))
    .filter((path) => path !== null);
  if (paths.length === 0) return -distance;
  const best = Math.max(...paths);
  return best < SAME_SIMILARITY ? -Infinity : best;
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
