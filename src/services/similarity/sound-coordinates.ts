import { circleDistance, circlePositionOf } from "../../domain/key-relation.js";
import { similarityFields, type SimilarityField } from "../../domain/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis-feed.js";

type Values = MeasuredTrack["values"];

/**
 * How the coordinates of a field are compared: along a line, along a line on which an octave up or
 * down is near, or around the circle of fifths.
 */
type Geometry = "line" | "octaves" | "circle";

/** How a field is spread among tracks in general: taken where a catalogue is too small to tell. */
interface FieldShape {
  readonly geometry: Geometry;
  /** Coordinate. */
  readonly usualMean: number;
  /** Coordinate, > 0. */
  readonly usualDeviation: number;
}

const unitRange: FieldShape = { geometry: "line", usualMean: 0.5, usualDeviation: 0.2 };

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
  tempo: { geometry: "octaves", usualMean: Math.log2(120), usualDeviation: 1 / 3 },
  loudness: { geometry: "line", usualMean: -12, usualDeviation: 4 },
  key: { geometry: "circle", usualMean: 0, usualDeviation: Math.sqrt(73 / 12) },
  mode: { geometry: "line", usualMean: 0.5, usualDeviation: 0.5 },
};

/** The shape of a field. */
export const shapeOf = (field: SimilarityField): FieldShape => shapes[field];

/**
 * What an octave in tempo counts, octaves: trackers take one for the other, and so do listeners, but
 * it is not nothing. A choice.
 */
export const octavePenalty = 0.15;

/**
 * Where a track stands in a field, `NaN` where its signal does not say: tempo in octaves above one
 * beat a minute, the key by its place on the circle of fifths, all else as it is.
 */
export function coordinateOf(field: SimilarityField, values: Values): number {
  const value = values[field];
  if (value === null) return NaN;
  if (field === "tempo") return value > 0 ? Math.log2(value) : NaN;
  if (field !== "key") return value;
  const { mode } = values;
  return mode === null ? NaN : circlePositionOf({ tonic: value, mode: mode === 1 ? 1 : 0 });
}

/** How far two coordinates of a field are apart, in its units, >= 0; `NaN` where either is. */
export function coordinateDistance(field: SimilarityField, one: number, other: number): number {
  switch (shapeOf(field).geometry) {
    case "circle":
      return circleDistance(one, other);
    case "octaves":
      return octaveDistance(Math.abs(one - other));
    default:
      return Math.abs(one - other);
  }
}

/** @param octaves >= 0 */
const octaveDistance = (octaves: number): number =>
  octaves < 0.5 ? octaves : Math.min(octaves, Math.abs(octaves - 1) + octavePenalty);
