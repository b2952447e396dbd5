import { byField, descriptors } from "../analysis/descriptors.js";
import { circlePositionOf, FIFTHS_IN_CIRCLE } from "../analysis/musical-key.js";
import type { MeasuredTrack } from "./measured-track.js";
import { similarityFields, type SimilarityField } from "./similarity.js";

type Values = MeasuredTrack["values"];

/**
 * The geometry of a field's coordinates: a line, a line on which octaves are close, or the circle
 * of fifths.
 */
export type Geometry = "line" | "octaves" | "circle";

/**
 * The geometry of a field and its default distribution, which is used where a catalogue is too
 * small to measure it.
 */
interface FieldShape {
  readonly geometry: Geometry;
  /** Coordinate. */
  readonly defaultMean: number;
  /** Coordinate, > 0. */
  readonly defaultStandardDeviation: number;
}

function lineShape(field: SimilarityField): FieldShape {
  const { mean, deviation } = descriptors[field].spread;
  return { geometry: "line", defaultMean: mean, defaultStandardDeviation: deviation };
}

/**
 * Around 120 BPM, two thirds of all tracks within a third of an octave. Keys are spread evenly
 * round the circle, so that half the mean square of the distance between two is 6.08 fifths
 * squared; both modes are equally likely. The spreads of the other fields are in the table of
 * descriptors.
 */
const shapes: Readonly<Record<SimilarityField, FieldShape>> = {
  ...byField(similarityFields, lineShape),
  tempo: { geometry: "octaves", defaultMean: Math.log2(120), defaultStandardDeviation: 1 / 3 },
  key: { geometry: "circle", defaultMean: 0, defaultStandardDeviation: Math.sqrt(73 / 12) },
  mode: { geometry: "line", defaultMean: 0.5, defaultStandardDeviation: 0.5 },
};

/** Returns the shape of a field. */
export const shapeOf = (field: SimilarityField): FieldShape => shapes[field];

/**
 * The distance of an octave in tempo, octaves: small, because trackers and listeners confuse
 * octaves, but not 0. A choice, not a measurement.
 */
const OCTAVE_PENALTY = 0.15;

/**
 * Returns the coordinate of a track in a field, `NaN` where it has no value: tempo in octaves above
 * one beat per minute, the key by its position on the circle of fifths, other values unchanged.
 */
export function coordinateOf(field: SimilarityField, values: Values): number {
  return coordinateFrom(field, values[field] ?? NaN, values.mode ?? NaN);
}

/**
 * Returns the coordinate of a value, as `coordinateOf` does.
 *
 * @param mode of the same track; only a key's coordinate depends on it
 */
export function coordinateFrom(field: SimilarityField, value: number, mode: number): number {
  if (field === "tempo") return value > 0 ? Math.log2(value) : NaN;
  if (field !== "key") return value;
  if (Number.isNaN(value) || Number.isNaN(mode)) return NaN;
  return circlePositionOf({ tonic: value, mode: mode === 1 ? 1 : 0 });
}

/**
 * Returns the distance between two coordinates of a field, in its units, >= 0; `NaN` where either
 * is.
 */
export function coordinateDistance(field: SimilarityField, one: number, other: number): number {
  return foldedDistance(shapeOf(field).geometry, Math.abs(one - other));
}

// Read once, because access to a global takes time in a loop over all tracks.
const { abs, min } = Math;

/** Shortens a distance along a line by the geometry: by an octave, or around the circle. */
export function foldedDistance(geometry: Geometry, distance: number): number {
  if (geometry === "circle") return min(distance, FIFTHS_IN_CIRCLE - distance);
  if (geometry === "line" || distance < 0.5) return distance;
  return min(distance, abs(distance - 1) + OCTAVE_PENALTY);
}
