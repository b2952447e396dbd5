import { nearestPoints } from "./nearest-points.js";

/** Which points attract each other, and how much: the neighbours of each one, one list after the other. */
export interface Affinities {
  /** The first neighbour of each point; one more for the end. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** > 0; all of them have the sum 1. */
  readonly weights: Float64Array;
}

/** How many neighbours count, as the perplexity of their weights; a third of the other points at most. */
const PERPLEXITY = 30;

/** Neighbours of which weights are computed, relative to the perplexity: others have nearly none. */
const NEIGHBOURS_PER_PERPLEXITY = 3;

/** Halvings of the range of a width: for six digits of it. */
const HALVINGS = 40;

/**
 * Returns how much points attract each other: by a normal distribution around each, as wide as its neighbours are dense,
 * the same in both directions.
 *
 * @param points `dimensions` coordinates of each; at least 4 points, no two of them equal
 */
export function neighbourAffinities(points: Int8Array, dimensions: number): Affinities {
  const count = points.length / dimensions;
  const perplexity = Math.min(PERPLEXITY, (count - 1) / 3);
  const wanted = Math.min(count - 1, Math.ceil(NEIGHBOURS_PER_PERPLEXITY * perplexity));
  const weightsOf = Array.from({ length: count }, () => new Map<number, number>());
  for (let one = 0; one < count; one += 1) {
    const { indexes, squares } = nearestPoints(points, dimensions, points, one, wanted + 1);
    // The point itself is the nearest one.
    const others = [...indexes]
      .map((index, at) => ({ index, square: squares[at] as number }))
      .filter(({ index }) => index !== one);
    const weights = weightsFor(
      others.map(({ square }) => square),
      perplexity,
    );
    for (const [at, { index: other }] of others.entries()) {
      const half = (weights[at] as number) / (2 * count);
      add(weightsOf[one], other, half);
      add(weightsOf[other], one, half);
    }
  }
  return packed(weightsOf);
}

function add(weights: Map<number, number> | undefined, other: number, weight: number): void {
  weights?.set(other, (weights.get(other) ?? 0) + weight);
}

/** Returns weights with the sum 1 of neighbours at squared distances, ascending, whose perplexity is as wanted. */
function weightsFor(squares: readonly number[], perplexity: number): readonly number[] {
  const nearest = squares[0] ?? 0;
  const wanted = Math.log(perplexity);
  let [low, high, precision] = [0, Infinity, 1 / ((squares.at(-1) ?? 0) - nearest || 1)];
  let weights: readonly number[] = [];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const raw = squares.map((square) => Math.exp(-precision * (square - nearest)));
    const sum = raw.reduce((total, one) => total + one, 0);
    weights = raw.map((one) => one / sum);
    const entropy = -weights.reduce((total, one) => total + (one > 0 ? one * Math.log(one) : 0), 0);
    if (entropy > wanted) low = precision;
    else high = precision;
    precision = high === Infinity ? 2 * precision : (low + high) / 2;
  }
  return weights;
}

function packed(weightsOf: readonly ReadonlyMap<number, number>[]): Affinities {
  const starts = new Uint32Array(weightsOf.length + 1);
  for (const [one, weights] of weightsOf.entries()) {
    starts[one + 1] = (starts[one] as number) + weights.size;
  }
  return {
    starts,
    neighbours: Uint32Array.from(weightsOf.flatMap((weights) => [...weights.keys()])),
    weights: Float64Array.from(weightsOf.flatMap((weights) => [...weights.values()])),
  };
}
