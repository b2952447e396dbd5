import {
  similarityFields,
  type FieldWeights,
  type SimilarityField,
} from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { NearTracks, type NearTrack } from "./near-tracks.js";
import {
  coordinateDistance,
  coordinateOf,
  foldedDistance,
  shapeOf,
  type Geometry,
} from "../../domain/catalogue/sound-coordinates.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";

// Read once, because access to a global takes time in a loop over all tracks.
const { abs, min } = Math;

/**
 * Maximum difference of one field, three standard deviations, so that one outlier does not decide
 * alone; squared standard deviations.
 */
const MAX_SQUARED_DEVIATIONS = 9;

/** Minimum share of the total weight that two tracks must have in common to be compared. */
const MIN_SHARED = 0.5;

/**
 * Converts a squared distance to a closeness in [0, 1]: 1 at distance 0, 0.61 at one standard
 * deviation, 0.37 for random tracks.
 */
export const closenessFrom = (squaredDistance: number): number => Math.exp(-squaredDistance / 2);

/**
 * Returns the difference of a field in squared standard deviations, [0, 9]; `NaN` where either is
 * `NaN`.
 */
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
 * Returns the tracks that sound most similar to a track, nearest first, ties by track key; one per
 * recording, without the recording of the track itself. All tracks are compared: the result is
 * exact.
 *
 * The distance is the weighted mean of squared differences, each in standard deviations of the
 * catalogue. A field that either track lacks is left out, and the mean is over the remaining
 * weights; where those are less than half of the total, the tracks are not compared.
 *
 * @param max integer >= 1
 */
export function nearestTracks(
  table: SoundTable,
  reference: MeasuredTrack,
  weights: FieldWeights,
  max: number,
): readonly NearTrack[] {
  const compared = similarityFields
    .filter((field) => weights[field] > 0)
    .map((field) => comparisonOf(table, field, reference, weights[field]));
  const minWeight = MIN_SHARED * compared.reduce((total, { weight }) => total + weight, 0);
  const nearest = new NearTracks(table, max, new Set([reference.trackKey, reference.recordingKey]));
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
  return nearest.list();
}

/** The number of tracks whose sums fit in the first-level cache of the processor. */
const TRACKS_PER_BLOCK = 1024;

/** The sums for each track of a block. */
class Sums {
  /** Weighted squared differences. */
  readonly squares = new Float64Array(TRACKS_PER_BLOCK);
  /** Sums of the weights of the compared fields. */
  readonly shared = new Float64Array(TRACKS_PER_BLOCK);

  clear(): void {
    this.squares.fill(0);
    this.shared.fill(0);
  }
}

/** The comparison of one field of all tracks with that of the reference track. */
interface Comparison {
  /** Coordinates by slot. */
  readonly column: Float32Array;
  /** Coordinate of the reference track; `NaN` where it has none. */
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
    column: table.coordinates(field),
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
    // Comparisons with NaN are false, so that a track without the field is skipped.
    if (!(square >= 0)) continue;
    const bounded = square < MAX_SQUARED_DEVIATIONS ? square : MAX_SQUARED_DEVIATIONS;
    squares[index] = (squares[index] ?? 0) + weight * bounded;
    shared[index] = (shared[index] ?? 0) + weight;
  }
}
