import { circlePositionOf, fifthsInCircle } from "../../domain/analysis/key-relation.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";

type Values = MeasuredTrack["values"];

/**
 * How the coordinates of a field are compared: along a line, along a line on which an octave up or
 * down is near, or around the circle of fifths.
 */
export type Geometry = "line" | "octaves" | "circle";

/** How a field is spread among tracks in general: taken where a catalogue is too small to tell. */
interface FieldShape {
  readonly geometry: Geometry;
  /** Coordinate. */
  readonly defaultMean: number;
  /** Coordinate, > 0. */
  readonly defaultStandardDeviation: number;
}

const unitRange: FieldShape = { geometry: "line", defaultMean: 0.5, defaultStandardDeviation: 0.2 };

/**
 * Around 120 BPM, two thirds of all tracks within a third of an octave; around -12 LUFS, two thirds
 * within 4 LU; round figures for released music. Keys are spread evenly round the circle, so that
 * half the mean square of the distance between two is 6.08 fifths squared; a mode is either.
 */
const shapes: Readonly<Record<SimilarityField, FieldShape>> = {
  ...(Object.fromEntries(similarityFields.map((field) => [field, unitRange])) as Record<
    SimilarityField,
    FieldShape
  >),
  tempo: { geometry: "octaves", defaultMean: Math.log2(120), defaultStandardDeviation: 1 / 3 },
  loudness: { geometry: "line", defaultMean: -12, defaultStandardDeviation: 4 },
  key: { geometry: "circle", defaultMean: 0, defaultStandardDeviation: Math.sqrt(73 / 12) },
  mode: { geometry: "line", defaultMean: 0.5, defaultStandardDeviation: 0.5 },
};

/** The shape of a field. */
export const shapeOf = (field: SimilarityField): FieldShape => shapes[field];

/**
 * What an octave in tempo counts, octaves: trackers take one for the other, and so do listeners, but
 * it is not nothing. A choice.
 */
const OCTAVE_PENALTY = 0.15;

/**
 * Where a track stands in a field, `NaN` where its signal does not say: tempo in octaves above one
 * beat a minute, the key by its place on the circle of fifths, all else as it is.
 */
export function coordinateOf(field: SimilarityField, values: Values): number {
  return coordinateFrom(field, values[field] ?? NaN, values.mode ?? NaN);
}

/**
 * The coordinate of a value, as `coordinateOf` tells it.
 *
 * @param mode of the same track; only a key's coordinate depends on it
 */
export function coordinateFrom(field: SimilarityField, value: number, mode: number): number {
  if (field === "tempo") return value > 0 ? Math.log2(value) : NaN;
  if (field !== "key") return value;
  if (Number.isNaN(value) || Number.isNaN(mode)) return NaN;
  return circlePositionOf({ tonic: value, mode: mode === 1 ? 1 : 0 });
}

/** How far two coordinates of a field are apart, in its units, >= 0; `NaN` where either is. */
export function coordinateDistance(field: SimilarityField, one: number, other: number): number {
  return foldedDistance(shapeOf(field).geometry, Math.abs(one - other));
}

// Taken once: a look at a global costs time in a loop over all tracks.
const { abs, min } = Math;

/** A distance along a line, the shorter way: by an octave, or around the circle. */
export function foldedDistance(geometry: Geometry, distance: number): number {
  if (geometry === "circle") return min(distance, fifthsInCircle - distance);
  if (geometry === "line" || distance < 0.5) return distance;
  return min(distance, abs(distance - 1) + OCTAVE_PENALTY);
}
