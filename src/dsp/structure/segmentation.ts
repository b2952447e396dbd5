import { meanOfRows, squaredDistance } from "./row-distance.js";

/** Minimum number of frames of a segment: three bars of four beats, four of three. */
const MIN_SEGMENT_FRAMES = 12;
/**
 * Variance that a boundary must explain, in frames of typical variance. Chosen on recordings joined end
 * to end (`npm run evaluate`): nearly every join is found, and nearly every boundary found is a join.
 */
const BOUNDARY_COST_FRAMES = 12;
/** Share of its cost that a boundary keeps where repetitions surely begin or end. */
const MIN_COST_SHARE = 0.1;
/** Lower limit of the typical variance: frames that differ by about a decibel do not count as a change. */
const MIN_VARIANCE = 2;

/** Running sums over rows, from which the spread of any range of rows follows by subtraction. */
class Spread {
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  readonly #width: number;

  constructor(rows: readonly Float64Array[]) {
    this.#width = rows[0]?.length ?? 0;
    this.#sums = new Float64Array((rows.length + 1) * this.#width);
    this.#squares = new Float64Array(rows.length + 1);
    rows.forEach((row, r) => {
      const offset = r * this.#width;
      let square = 0;
      for (let i = 0; i < this.#width; i++) {
        this.#sums[offset + this.#width + i] = this.#sums[offset + i]! + row[i]!;
        square += row[i]! * row[i]!;
      }
      this.#squares[r + 1] = this.#squares[r]! + square;
    });
  }

  /** Sum of squared distances of rows `from` to `to` (exclusive) from their mean. */
  of(from: number, to: number): number {
    const [start, end] = [from * this.#width, to * this.#width];
    let square = 0;
    for (let i = 0; i < this.#width; i++) {
      const sum = this.#sums[end + i]! - this.#sums[start + i]!;
      square += sum * sum;
    }
    return Math.max(0, this.#squares[to]! - this.#squares[from]! - square / (to - from));
  }
}

/** A range of frames that are alike. */
export interface Segment {
  /** Index of its first frame. */
  readonly from: number;
  /** Index after its last frame. */
  readonly to: number;
  /** [0, 1]: share of the spread around its start that the boundary explains; 1 for the first. */
  readonly confidence: number;
  /** Whether its rows differ from those before by as much as a boundary without repetitions needs; so the first. */
  readonly isContrast: boolean;
}

/** Frames on either side of a boundary from which its confidence is computed. */
const CONFIDENCE_REACH = 32;

/**
 * Cuts a sequence of frames into segments where it changes.
 *
 * Returns the segmentation with the smallest sum of squared distances from the segments' means
 * plus a cost per boundary, found by dynamic programming. The cost is proportional to the spread of
 * the whole sequence, so that a steady sequence and noise are one segment; where repetitions begin or end, it
 * is smaller.
 *
 * Source: K. Jensen, "Multiple Scale Music Segmentation Using Rhythm, Timbre, and Harmony", EURASIP
 * J. Advances in Signal Processing, 2007 (shortest path over segments of a self-similarity matrix);
 * with squared Euclidean distance the cost of a segment follows from running sums alone. The cost
 * of a boundary is ours.
 *
 * @param rows of one width; finite
 * @param repetition evidence that repetitions begin or end at the start of each row, in [0, 1]
 * @returns segments without gaps over all rows; none without rows
 */
export function segmentFrames(
  rows: readonly Float64Array[],
  repetition?: Float64Array,
): readonly Segment[] {
  if (rows.length === 0) return [];
  const spread = new Spread(rows);
  const variance = Math.max(MIN_VARIANCE, typicalVariance(rows));
  const fullCost = BOUNDARY_COST_FRAMES * variance;
  const costs = Float64Array.from(
    rows,
    (_, row) => fullCost * Math.max(MIN_COST_SHARE, 1 - (repetition?.[row] ?? 0)),
  );
  const starts = bestStarts(spread, costs);
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? rows.length;
    const before = starts[index - 1];
    if (before === undefined) return { from, to, confidence: 1, isContrast: true };
    const gain = spread.of(before, to) - spread.of(before, from) - spread.of(from, to);
    const confidence = explained(spread, before, from, to);
    return { from, to, confidence, isContrast: gain >= fullCost };
  });
}

/** Median of the squared distances from the mean, which a fade or a break hardly changes. */
function typicalVariance(rows: readonly Float64Array[]): number {
  const mean = meanOfRows(rows);
  const squares = Float64Array.from(rows, (row) => squaredDistance(row, mean)).sort();
  return squares[squares.length >> 1]!;
}

function bestStarts(spread: Spread, boundaryCosts: Float64Array): number[] {
  const { length } = boundaryCosts;
  const costs = new Float64Array(length + 1).fill(Infinity);
  const origins = new Int32Array(length + 1);
  costs[0] = -boundaryCosts[0]!;
  for (let to = Math.min(length, MIN_SEGMENT_FRAMES); to <= length; to++) {
    for (let from = 0; from <= Math.max(0, to - MIN_SEGMENT_FRAMES); from++) {
      const before = costs[from]! + boundaryCosts[from]!;
      if (before >= costs[to]!) continue;
      const cost = before + spread.of(from, to);
      if (cost < costs[to]!) {
        costs[to] = cost;
        origins[to] = from;
      }
    }
  }
  const starts: number[] = [];
  for (let to = length; to > 0; to = origins[to]!) starts.push(origins[to]!);
  return starts.reverse();
}

function explained(spread: Spread, before: number, at: number, to: number): number {
  const from = Math.max(before, at - CONFIDENCE_REACH);
  const end = Math.min(to, at + CONFIDENCE_REACH);
  const whole = spread.of(from, end);
  return whole === 0 ? 0 : Math.max(0, 1 - (spread.of(from, at) + spread.of(at, end)) / whole);
}
