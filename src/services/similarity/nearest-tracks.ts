import {
  similarityFields,
  type FieldWeights,
  type SimilarityField,
} from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { NearestRecordings, type NearTrack } from "./nearest-recordings.js";
import {
  coordinateDistance,
  coordinateOf,
  foldedDistance,
  shapeOf,
  type Geometry,
} from "./sound-coordinates.js";
import type { SoundTable } from "./sound-table.js";

// Taken once: a look at a global costs time in a loop over all tracks.
const { abs, min } = Math;

/**
 * A field counts at most as three deviations, so that one that is far out does not decide alone;
 * squared deviations.
 */
const MAX_SQUARED_DEVIATIONS = 9;

/** Two tracks that share less of what is weighed are not compared. */
const MIN_SHARED = 0.5;

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
  return min(MAX_SQUARED_DEVIATIONS, difference * difference);
}

/**
 * The tracks that sound most like a track, nearest first, ties by track key; one a recording, and
 * none of the track's own. All tracks are compared: nothing is approximate.
 *
 * The distance is the weighted mean of squared differences, each in deviations of the catalogue. A
 * field that either track lacks is left out, and the mean is over the weights that remain; where
 * those are less than half of all, the tracks are not compared.
 *
 * @param max integer >= 1
 */
export function nearestTracks(
  table: SoundTable,
  asked: MeasuredTrack,
  weights: FieldWeights,
  max: number,
): readonly NearTrack[] {
  const compared = similarityFields
    .filter((field) => weights[field] > 0)
    .map((field) => comparisonOf(table, field, asked, weights[field]));
  const minWeight = MIN_SHARED * compared.reduce((total, { weight }) => total + weight, 0);
  const nearest = new NearestRecordings(table, max, new Set([asked.trackKey, asked.recordingKey]));
  const sums = new Sums();
  for (let start = 0; start < table.size; start += TRACKS_PER_BLOCK) {
    const count = min(TRACKS_PER_BLOCK, table.size - start);
    sums.clear();
    for (const comparison of compared) addField(comparison, start, count, sums);
    for (let index = 0; index < count; index += 1) {
      const weight = sums.shared[index] ?? 0;
      if (weight < minWeight) continue;
      const squaredDistance = (sums.squares[index] ?? 0) / weight;
      if (squaredDistance <= nearest.maxSquaredDistance)
        nearest.offer(start + index, squaredDistance);
    }
  }
  return nearest.tracks;
}

/** As many tracks as can be added up without their sums leaving the processor's nearest cache. */
const TRACKS_PER_BLOCK = 1024;

/** What is added up for each track of a block. */
class Sums {
  /** Weighted squared differences. */
  readonly squares = new Float64Array(TRACKS_PER_BLOCK);
  /** The weights that they were added with. */
  readonly shared = new Float64Array(TRACKS_PER_BLOCK);

  clear(): void {
    this.squares.fill(0);
    this.shared.fill(0);
  }
}

/** How a field of all tracks is compared with that of one. */
interface Comparison {
  /** Coordinates by slot. */
  readonly column: Float32Array;
  /** Coordinate of the one; `NaN` where it has none. */
  readonly at: number;
  readonly perDeviation: number;
  readonly weight: number;
  readonly geometry: Geometry;
}

function comparisonOf(
  table: SoundTable,
  field: SimilarityField,
  { values }: MeasuredTrack,
  weight: number,
): Comparison {
  return {
    column: table.column(field),
    at: Math.fround(coordinateOf(field, values)),
    perDeviation: 1 / table.spreads[field].deviation,
    weight,
    geometry: shapeOf(field).geometry,
  };
}

/** Adds a field's weighted difference to each track's sum, and its weight where both have it. */
function addField(comparison: Comparison, start: number, count: number, sums: Sums): void {
  const { column, at, perDeviation, weight, geometry } = comparison;
  const { squares, shared } = sums;
  if (Number.isNaN(at)) return;
  const isLine = geometry === "line";
  for (let index = 0; index < count; index += 1) {
    const difference = abs((column[start + index] ?? NaN) - at);
    const distance = isLine ? difference : foldedDistance(geometry, difference);
    const deviations = distance * perDeviation;
    const square = deviations * deviations;
    // Comparisons with NaN are false: a track that lacks the field gets nothing.
    if (!(square >= 0)) continue;
    const bounded = square < MAX_SQUARED_DEVIATIONS ? square : MAX_SQUARED_DEVIATIONS;
    squares[index] = (squares[index] ?? 0) + weight * bounded;
    shared[index] = (shared[index] ?? 0) + weight;
  }
}
