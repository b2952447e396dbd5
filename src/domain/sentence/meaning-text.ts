import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import { textTagNames, textTags } from "../catalogue/text-tags.js";
import type { Range } from "../range.js";
import { calledTrack, fieldWordsOf, type NumberField } from "./graded-fields.js";
import type { Meaning, Wish } from "./sentence.js";

/** More values than these are counted and not named. */
const MAX_NAMED = 6;

const MILLISECONDS_PER_SECOND = 1000;

/** Returns what words mean, as a short English text: "tempo 80 to 100 BPM"; `undefined` where it is not known. */
export function meaningTextOf(meaning: Meaning): string | undefined {
  switch (meaning.kind) {
    case "condition": {
      const text = conditionsText(meaning.conditions);
      return meaning.isExcluded ? `not ${text}` : text;
    }
    case "wish":
      return meaning.wishes.map(wishText).join(", ");
    case "like":
      return `sounds like ${calledTrack(meaning.track)}`;
    case "comparison": {
      const level = meaning.isHigh ? "higher" : "lower";
      return `${fieldWordsOf(meaning.field).label} ${level} than of ${calledTrack(meaning.track)}`;
    }
    case "unknown":
      return undefined;
  }
}

const wishText = ({ field, isHigh, weight }: Wish): string =>
  `${isHigh ? "high" : "low"} ${fieldWordsOf(field).label}${weight > 1 ? ` (counts ${weight} times)` : ""}`;

function conditionsText(conditions: TrackFilterParameters): string {
  return Object.entries(conditions)
    .map(([name, value]) => conditionText(name, value as ConditionValue))
    .join(", ");
}

type ConditionValue = string | number | boolean | readonly string[] | Range;

const plainText = (value: ConditionValue): string =>
  typeof value === "object" ? "" : String(value);

function conditionText(name: string, value: ConditionValue): string {
  switch (name) {
    case "keyIn":
      return `key ${named(value as readonly string[])}`;
    case "camelotCompatibleWith":
      return `a key that mixes with ${plainText(value)}`;
    case "mode":
      return value === 1 ? "major" : "minor";
    case "timeSignature":
      return `${plainText(value)} beats per bar`;
    case "kind":
      return plainText(value);
    case "isFavourite":
      return value === true ? "a favourite" : "no favourite";
    case "isPlayed":
      return value === true ? "played" : "never played";
    default: {
      const tag = textTags.find((one) => one === name);
      if (tag !== undefined) return `${textTagNames[tag]} ${named(value as readonly string[])}`;
      return rangeText(name as NumberField, value as Range);
    }
  }
}

function named(values: readonly string[]): string {
  const shown = values.slice(0, MAX_NAMED);
  const rest = values.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(" or ");
}

function rangeText(field: NumberField, { gte, lte }: Range): string {
  const { label } = fieldWordsOf(field);
  if (gte !== undefined && gte === lte) return numberText(field, gte);
  if (gte === undefined) return `${label} at most ${amountText(field, lte ?? 0)}`;
  if (lte === undefined) return `${label} at least ${amountText(field, gte)}`;
  return `${label} ${plainNumber(field, gte)} to ${amountText(field, lte)}`;
}

/** Returns a value with its field: "tempo 84.02 BPM". */
export const numberText = (field: NumberField, value: number): string =>
  `${fieldWordsOf(field).label} ${amountText(field, value)}`;

function amountText(field: NumberField, value: number): string {
  const unit = field === "durationMs" ? "s" : fieldWordsOf(field).unit;
  return `${plainNumber(field, value)}${unit === "" ? "" : ` ${unit}`}`;
}

const plainNumber = (field: NumberField, value: number): string =>
  String(field === "durationMs" ? value / MILLISECONDS_PER_SECOND : value);
