import {
  similarityFields,
  type FieldWeights,
  type SimilarityField,
} from "../../domain/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis-feed.js";
import { NearestRecordings, type NearTrack } from "./nearest-recordings.js";
import { coordinateDistance, coordinateOf, foldedDistance, shapeOf } from "./sound-coordinates.js";
import type { SoundTable } from "./sound-table.js";

// Taken once: a look at a global costs time in a loop over all tracks.
const { abs, min } = Math;

/**
 * A field counts at most as three deviations, so that one that is far out does not decide alone;
 * squared deviations.
 */
const LARGEST_SQUARE = 9;

/** Two tracks that share less of what is weighed are not compared. */
const LEAST_SHARED = 0.5;

/** [0, 1] from a squared distance: 1 at 0, 0.61 one deviation apart, 0.37 by chance. */
export const closenessFrom = (squaredDistance: number): number => Math.exp(-squaredDistance / 2);

/** The difference of a field in squared deviations, [0, 9]; `NaN` where either is `NaN`. */
export function squaredDifference(
  field: SimilarityField,
  one: number,
  other: number,
  deviation: number,
): number {
  const difference = coordinateDistance(field, one, other) / deviation;
  return min(LARGEST_SQUARE, difference * difference);
}

/**
 * The tracks that sound most like a track, nearest first, ties by track key; one a recording, and
 * none of the track's own. All tracks are compared: nothing is approximate.
 *
 * The distance is the weighted mean of squared differences, each in deviations of the catalogue. A
 * field that either track lacks is left out, and the mean is over the weights that remain; where
 * those are less than half of all, the tracks are not compared.
 *
 * @param most integer >= 1
 */
export function nearestTracks(
  table: SoundTable,
  asked: MeasuredTrack,
  weights: FieldWeights,
  most: number,
): readonly NearTrack[] {
  const { size } = table;
  const sums = new Sums(size);
  let total = 0;
  for (const field of similarityFields) {
    total += weights[field];
    if (weights[field] > 0) addField(table, field, asked, weights[field], sums);
  }
  const nearest = new NearestRecordings(table, most, new Set([asked.trackKey, asked.recordingKey]));
  const least = total * LEAST_SHARED;
  for (let slot = 0; slot < size; slot += 1) {
    const weight = sums.shared[slot] ?? 0;
    if (weight < least) continue;
    const squaredDistance = (sums.squares[slot] ?? 0) / weight;
    if (squaredDistance <= nearest.furthest) nearest.offer(slot, squaredDistance);
  }
  return nearest.tracks;
}

/** What was added up for each slot. */
class Sums {
  /** Weighted squared differences. */
  readonly squares: Float64Array;
  /** The weights that they were added with. */
  readonly shared: Float64Array;

  constructor(size: number) {
    this.squares = new Float64Array(size);
    this.shared = new Float64Array(size);
  }
}

/** Adds a field's weighted difference to each track's sum, and its weight where both have it. */
function addField(
  table: SoundTable,
  field: SimilarityField,
  { values }: MeasuredTrack,
  weight: number,
  { squares, shared }: Sums,
): void {
  const at = Math.fround(coordinateOf(field, values));
  if (Number.isNaN(at)) return;
  const column = table.column(field);
  const perDeviation = 1 / table.spreads[field].deviation;
  const { geometry } = shapeOf(field);
  const { length } = squares;
  for (let slot = 0; slot < length; slot += 1) {
    let distance = abs((column[slot] ?? NaN) - at);
    if (geometry !== "line") distance = foldedDistance(geometry, distance);
    const square = (distance * perDeviation) ** 2;
    // Comparisons with NaN are false: a track that lacks the field gets nothing.
    if (!(square >= 0)) continue;
    const bounded = square < LARGEST_SQUARE ? square : LARGEST_SQUARE;
    squares[slot] = (squares[slot] ?? 0) + weight * bounded;
    shared[slot] = (shared[slot] ?? 0) + weight;
  }
}
