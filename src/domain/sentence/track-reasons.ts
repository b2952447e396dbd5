import { musicalKeyOf, type AnalysisValues } from "../analysis/analysis.js";
import { keyNameFrom } from "../analysis/musical-key.js";
import { kindOf } from "../analysis/recording-kind.js";
import { isKnownFlag, isKnownOrder, knownFlags, knownOrders } from "../catalogue/known-fields.js";
import { tagTextOf, textTags, textTagNames } from "../catalogue/text-tags.js";
import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import { roundedFor, type NumberField } from "./graded-fields.js";
import { numberText } from "./meaning-text.js";
import type { Meaning, SentencePart } from "./sentence.js";

/** What a track has of a part of a sentence. */
export interface TrackReason {
  /** The index of the part. */
  readonly part: number;
  /** The values of the track that the part is about, such as "tempo 84.02 BPM". */
  readonly text: string;
  /** How well the track meets what can be more or less, in [0, 1]; `null` of conditions, and where a value is not known. */
  readonly closeness: number | null;
}

/**
 * Returns what a track has of each part of a sentence, in their order.
 *
 * @param closeness of the wishes of all parts, in their order
 * @param similarity to the track that the sentence names, where it does
 */
export function trackReasons(
  parts: readonly SentencePart[],
  analysis: AnalysisValues,
  closeness: readonly (number | null)[],
  similarity: number | null,
): readonly TrackReason[] {
  let wishes = 0;
  return parts.flatMap(({ meaning }, part) => {
    switch (meaning.kind) {
      case "wish": {
        const own = closeness.slice(wishes, (wishes += meaning.wishes.length));
        return [{ part, text: wishValues(meaning, analysis), closeness: meanOf(own) }];
      }
      case "condition":
        return [{ part, text: conditionValues(meaning.conditions, analysis), closeness: null }];
      case "comparison":
        return [{ part, text: valueText(meaning.field, analysis), closeness: null }];
      case "like":
        return [{ part, text: `similarity ${similarity ?? 0}`, closeness: similarity }];
      case "unknown":
        return [];
    }
  });
}

/** Returns the number that a track has in a field; `undefined` where it is not known. */
export function fieldValueOf(field: NumberField, analysis: AnalysisValues): number | undefined {
  if (isKnownOrder(field)) return knownOrders[field].of(analysis);
  return analysis.estimates[field].value ?? undefined;
}

const wishValues = (
  { wishes }: Extract<Meaning, { kind: "wish" }>,
  analysis: AnalysisValues,
): string => wishes.map(({ field }) => valueText(field, analysis)).join(", ");

function valueText(field: NumberField, analysis: AnalysisValues): string {
  const value = fieldValueOf(field, analysis);
  return value === undefined ? `${field} unknown` : numberText(field, roundedFor(field, value));
}

function conditionValues(conditions: TrackFilterParameters, analysis: AnalysisValues): string {
  const names = Object.entries(conditions).flatMap(([name, value]) =>
    name === "mood" ? Object.keys(value as object) : [name],
  );
  return names.map((name) => conditionValue(name, analysis)).join(", ");
}

function conditionValue(name: string, analysis: AnalysisValues): string {
  switch (name) {
    case "keyIn":
    case "camelotCompatibleWith":
    case "mode": {
      const key = musicalKeyOf(analysis);
      return key ? keyNameFrom(key) : "no key";
    }
    case "timeSignature":
      return `${analysis.estimates.timeSignature.value ?? "unknown"} beats per bar`;
    case "kind":
      return kindOf(analysis).value ?? "unknown kind";
    default:
      break;
  }
  if (isKnownFlag(name)) return knownFlags[name].of(analysis) === true ? "yes" : "no";
  const tag = textTags.find((one) => one === name);
  if (tag === undefined) return valueText(name as NumberField, analysis);
  return `${textTagNames[tag]} ${tagTextOf(analysis, tag) || "unknown"}`;
}

/** Returns the geometric mean; `null` where a number is not known. */
function meanOf(numbers: readonly (number | null)[]): number | null {
  let product = 1;
  for (const number of numbers) {
    if (number === null) return null;
    product *= number;
  }
  return Number((product ** (1 / numbers.length)).toFixed(4));
}
