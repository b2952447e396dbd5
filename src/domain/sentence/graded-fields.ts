import { descriptors, moods, rangeFields } from "../analysis/descriptors.js";
import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import type { Range } from "../range.js";
import type { GradedField, SentenceTrack } from "./sentence.js";

/** A number of tracks that sentences have beside the estimates: how it is called, its unit, and its smallest step. */
interface FieldWords {
  readonly label: string;
  /** Empty where it has none. */
  readonly unit: string;
  /** The number of decimals that are kept. */
  readonly decimals: number;
}

/** A number that a sentence can have a condition on, but no word for high and low values. */
export type NumberField = GradedField | "bitRateKbps" | "rating";

/** All fields that a word can ask to be high or low. */
export const gradedFields: readonly GradedField[] = [
  ...rangeFields,
  ...moods,
  ...(["durationMs", "year"] as const),
];

const otherFields: Readonly<Partial<Record<NumberField, FieldWords>>> = {
  durationMs: { label: "length", unit: "ms", decimals: 0 },
  year: { label: "year", unit: "", decimals: 0 },
  bitRateKbps: { label: "bit rate", unit: "kbit/s", decimals: 0 },
  rating: { label: "rating", unit: "", decimals: 0 },
  tempo: { label: "tempo", unit: "BPM", decimals: 2 },
};

const NO_UNIT = "in [0, 1]";

/** Returns how a field is called in answers. */
export function fieldWordsOf(field: NumberField): FieldWords {
  const other = otherFields[field];
  if (other !== undefined) return other;
  const { label, unit, decimals } = descriptors[field as keyof typeof descriptors];
  return { label, unit: unit === NO_UNIT ? "" : unit, decimals };
}

/** Whether values of a field are shares, which can be written in per cent. */
export const isShare = (field: NumberField): boolean =>
  otherFields[field] === undefined &&
  descriptors[field as keyof typeof descriptors].range.maximum === 1;

/** Returns a number as texts show it. */
export const roundedFor = (field: NumberField, value: number): number =>
  Number(value.toFixed(fieldWordsOf(field).decimals));

/** Returns conditions of one range. */
export function rangeConditions(field: NumberField, { gte, lte }: Range): TrackFilterParameters {
  const range = {
    ...(gte !== undefined && { gte: roundedFor(field, gte) }),
    ...(lte !== undefined && { lte: roundedFor(field, lte) }),
  };
  const mood = moods.find((one) => one === field);
  return mood === undefined ? { [field]: range } : { mood: { [mood]: range } };
}

/** A tempo that is measured is often some hundredths beside the one that people say. */
const TEMPO_STEP = 0.5;

/** Returns how far a value must be from a number to be above or below it. */
export const smallestStepOf = (field: NumberField): number =>
  field === "tempo" ? TEMPO_STEP : 10 ** -fieldWordsOf(field).decimals;

/** The share of a tempo or a length, and of a standard deviation of other fields, by which a value is notably another. */
const NOTABLE_SHARE = 0.05;
const NOTABLE_DEVIATIONS = 0.25;

/**
 * Returns the conditions on tracks whose value is notably higher, or lower, than that of a track: by 5 % of a tempo or a length, by one
 * year, or by a quarter of the usual standard deviation.
 *
 * @param value that of the track
 */
export function comparedConditions(
  field: GradedField,
  isHigh: boolean,
  value: number,
): TrackFilterParameters {
  const sign = isHigh ? 1 : -1;
  const bound = value + sign * notableDifference(field, value);
  return rangeConditions(field, isHigh ? { gte: bound } : { lte: bound });
}

function notableDifference(field: GradedField, value: number): number {
  if (field === "year") return 1;
  if (field === "tempo" || field === "durationMs") return NOTABLE_SHARE * value;
  return NOTABLE_DEVIATIONS * descriptors[field].spread.deviation;
}

/** Returns how a track is called in answers. */
export const calledTrack = ({ trackName, artist }: SentenceTrack): string =>
  `"${trackName}" by ${artist}`;
