import type { RecordingKey } from "../../domain/recording.js";
import {
  similarityFields,
  type FieldWeights,
  type SimilarityField,
} from "../../domain/similarity.js";
import type { TrackKey } from "../../domain/track-key.js";
import { fifthsInCircle } from "../../domain/key-relation.js";
import type { MeasuredTrack } from "../../ports/analysis-feed.js";
import { coordinateDistance, coordinateOf, octavePenalty, shapeOf } from "./sound-coordinates.js";
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

/** A track near another. */
export interface NearTrack {
  readonly trackKey: TrackKey;
  readonly recordingKey: RecordingKey;
  /** Mean square of the differences, squared deviations, in [0, 9]. */
  readonly squaredDistance: number;
}

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
  const squares = new Float64Array(size);
  const shared = new Float64Array(size);
  let total = 0;
  for (const field of similarityFields) {
    total += weights[field];
    if (weights[field] > 0) addField(table, field, asked, weights[field], squares, shared);
  }
  const nearest = new NearestRecordings(most, asked);
  const least = total * LEAST_SHARED;
  for (let slot = 0; slot < size; slot += 1) {
    const weight = shared[slot] ?? 0;
    if (weight < least) continue;
    const squaredDistance = (squares[slot] ?? 0) / weight;
    if (squaredDistance <= nearest.furthest) nearest.offer(table, slot, squaredDistance);
  }
  return nearest.tracks;
}

/** Adds a field's weighted difference to each track's sum, and its weight where both have it. */
function addField(
  table: SoundTable,
  field: SimilarityField,
  { values }: MeasuredTrack,
  weight: number,
  squares: Float64Array,
  shared: Float64Array,
): void {
  const at = Math.fround(coordinateOf(field, values));
  if (Number.isNaN(at)) return;
  const column = table.column(field);
  const perDeviation = 1 / table.spreads[field].deviation;
  const { geometry } = shapeOf(field);
  const { length } = squares;
  for (let slot = 0; slot < length; slot += 1) {
    let distance = abs((column[slot] ?? NaN) - at);
    if (geometry === "octaves" && distance >= 0.5) {
      distance = min(distance, abs(distance - 1) + octavePenalty);
    } else if (geometry === "circle") distance = min(distance, fifthsInCircle - distance);
    const difference = distance * perDeviation;
    // Comparisons with NaN are false: a track that lacks the field gets nothing.
    if (difference >= 0) {
      squares[slot] = (squares[slot] ?? 0) + weight * min(LARGEST_SQUARE, difference * difference);
      shared[slot] = (shared[slot] ?? 0) + weight;
    }
  }
}

/** The few nearest of many, one a recording. */
class NearestRecordings {
  readonly tracks: NearTrack[] = [];
  /** Whoever is further away need not be offered; squared deviations. */
  furthest = Infinity;
  readonly #most: number;
  readonly #asked: MeasuredTrack;

  constructor(most: number, asked: MeasuredTrack) {
    this.#most = most;
    this.#asked = asked;
  }

  offer({ trackKeys, recordingKeys }: SoundTable, slot: number, squaredDistance: number): void {
    const trackKey = trackKeys[slot];
    const recordingKey = recordingKeys[slot];
    if (trackKey === undefined || recordingKey === undefined) return;
    if (recordingKey === this.#asked.recordingKey || trackKey === this.#asked.trackKey) return;
    const track = { trackKey, recordingKey, squaredDistance };
    const known = this.tracks.findIndex((other) => other.recordingKey === recordingKey);
    const other = this.tracks[known];
    if (other !== undefined) {
      if (isNearer(other, track)) return;
      this.tracks.splice(known, 1);
    }
    const behind = this.tracks.findIndex((there) => isNearer(track, there));
    this.tracks.splice(behind < 0 ? this.tracks.length : behind, 0, track);
    if (this.tracks.length > this.#most) this.tracks.pop();
    if (this.tracks.length === this.#most) {
      this.furthest = this.tracks.at(-1)?.squaredDistance ?? Infinity;
    }
  }
}

function isNearer(one: NearTrack, other: NearTrack): boolean {
  if (one.squaredDistance !== other.squaredDistance) {
    return one.squaredDistance < other.squaredDistance;
  }
  return one.trackKey < other.trackKey;
}
