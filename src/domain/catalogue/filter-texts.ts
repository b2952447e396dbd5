import {
  byField,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../analysis/descriptors.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { parseBoolean } from "../parse-one-of.js";
import {
  confidenceFields,
  defaultOrder,
  type TrackFilter,
  type TrackOrder,
} from "./catalogue-query.js";
import {
  knownFlagNames,
  knownNumberNames,
  knownOrderNames,
  knownTimeNames,
  type KnownTime,
} from "./known-fields.js";
import { isSeparated, orderedTags, textTags, tagValuesOf } from "./text-tags.js";
import { parseTrackFilter, type TrackFilterParameters } from "./track-filter.js";

const rangeNames = [
  ...knownNumberNames,
  ...rangeFields,
  ...moods.map((mood) => `mood.${mood}` as const),
  ...confidenceFields,
] as const;

/** The names of all conditions in text: those of GraphQL, with dots for nested fields. */
export const filterNames = [
  "text",
  "source",
  "kind",
  ...knownFlagNames,
  "presence",
  "foldTempo",
  ...knownTimeNames.flatMap((name) => [`${name}.gte`, `${name}.lte`] as const),
  ...textTags,
  ...integerFields,
  ...(["keyIn", "camelotCompatibleWith"] as const),
  ...rangeNames.flatMap((name) => [`${name}.gte`, `${name}.lte`] as const),
] as const;

/** Conditions as a URL or a command line has them, e.g. `{ "mood.happy.gte": "0.7" }`. */
export type FilterTexts = {
  readonly [Name in (typeof filterNames)[number]]?: string | undefined;
};

/** The fields of orders, by the names that clients use. */
const orderFields: ReadonlyMap<string, TrackOrder["field"]> = new Map([
  ...(["artist", "trackName", "source", ...orderedTags] as const).map(
    (field) => [field, field] as const,
  ),
  ...knownOrderNames.map((field) => [field, field] as const),
  ...(["analyzedAt", "random"] as const).map((field) => [field, field] as const),
  ...estimateFields.map((field) => {
    const isMood = moods.some((mood) => mood === field);
    return [isMood ? `mood.${field}` : field, field] as const;
  }),
  ...confidenceFields.map((field) => [field, field] as const),
]);

/** The names of the fields of orders. */
export const orderNames: readonly string[] = [...orderFields.keys()];

/**
 * Parses conditions on analysed tracks.
 *
 * @throws {InvalidInputError} names the condition that is malformed
 */
export function filterFromTexts(texts: FilterTexts): TrackFilter {
  return parseTrackFilter(filterParametersFrom(texts));
}

/**
 * Returns the conditions as JSON has them: `{ "mood.happy.gte": "0.7" }` as `{ mood: { happy: { gte:
 * 0.7 } } }`.
 *
 * @throws {InvalidInputError} names the condition that is no number
 */
export function filterParametersFrom(texts: FilterTexts): TrackFilterParameters {
  return {
    text: texts.text,
    source: texts.source,
    kind: texts.kind,
    camelotCompatibleWith: texts.camelotCompatibleWith,
    keyIn: texts.keyIn?.split(","),
    ...byField(knownFlagNames, (field) => parseBoolean(texts[field], field)),
    presence: texts.presence,
    foldTempo: parseBoolean(texts.foldTempo, "foldTempo"),
    ...byField(knownTimeNames, (field) => timeBoundsOf(texts, field)),
    ...byField(textTags, (field) => {
      const values = tagValuesOf(field, texts[field] ?? "");
      return values.length === 0 ? undefined : values;
    }),
    ...byField(integerFields, (field) => parseNumber(texts[field], field)),
    ...nestedRanges(texts),
  };
}

function timeBoundsOf(texts: FilterTexts, field: KnownTime) {
  const { [`${field}.gte` as const]: gte, [`${field}.lte` as const]: lte } = texts;
  return gte === undefined && lte === undefined ? undefined : { gte, lte };
}

/** Returns conditions as texts, each of which a URL or a command line may have: `mood.happy.gte=0.7`. */
export const filterTextsOf = (filter: TrackFilterParameters): readonly string[] =>
  Object.entries(filter).flatMap(([name, value]) => conditionTextsOf(name, value));

function conditionTextsOf(
  name: string,
  value: string | number | boolean | object | null | undefined,
): readonly string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [`${name}=${value}`];
  if (!isList(value)) {
    return Object.entries(value as Readonly<Record<string, object>>).flatMap(([part, inner]) =>
      conditionTextsOf(`${name}.${part}`, inner),
    );
  }
  const tag = textTags.find((one) => one === name);
  if (tag === undefined) return value.length === 0 ? [] : [`${name}=${value.join(",")}`];
  const texts = isSeparated(tag) && value.length > 0 ? [value.join("; ")] : value;
  return texts.map((text) => `${name}=${text}`);
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** A random order with its seed. */
export const seededOrder = /^-?random:[0-9]{1,9}$/;

/**
 * Parses an order: the name of a field, ascending, or descending after a "-"; the default order
 * where absent. The seed of a random order stands behind a colon: `random:7`.
 *
 * @throws {InvalidInputError} the field is unknown
 */
export function parseOrder(text: string | undefined): TrackOrder {
  if (text === undefined) return defaultOrder;
  const [name = "", seed] = seededOrder.test(text) ? text.split(":") : [text];
  const field = orderFields.get(name.replace(/^-/, ""));
  const direction = text.startsWith("-") ? "desc" : "asc";
  if (field !== undefined) {
    return { field, direction, ...(seed !== undefined && { seed: Number(seed) }) };
  }
  const known = orderNames.join(", ");
  throw new InvalidInputError("order", `must be one of ${known}, or one of them after a "-"`);
}

/** Returns an order as text, of which `parseOrder` makes the same order. */
export function orderTextOf({ field, direction, seed = 0 }: TrackOrder): string {
  const known = orderNames.find((one) => orderFields.get(one) === field) ?? field;
  const name = field === "random" ? `${known}:${seed}` : known;
  return direction === "desc" ? `-${name}` : name;
}

/**
 * Parses a decimal number; `undefined` where absent.
 *
 * @throws {InvalidInputError} the text is no number
 */
export function parseNumber(text: string | undefined, parameter: string): number | undefined {
  if (text === undefined) return undefined;
  const number = /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return number;
  throw new InvalidInputError(parameter, "must be a number");
}

/**
 * Nests bounds: `tempo.gte=1` as `{ tempo: { gte: 1 } }`, `mood.happy.gte=1` as `{ mood: { happy: {
 * gte: 1 } } }`.
 */
function nestedRanges(texts: FilterTexts): Readonly<Record<string, object>> {
  const nested: Record<string, Record<string, object>> = { mood: {}, confidence: {} };
  const plain: Record<string, object> = {};
  for (const name of rangeNames) {
    const gte = parseNumber(texts[`${name}.gte`], `${name}.gte`);
    const lte = parseNumber(texts[`${name}.lte`], `${name}.lte`);
    if (gte === undefined && lte === undefined) continue;
    const [first = "", second] = name.split(".");
    if (second === undefined) plain[first] = { gte, lte };
    else nested[first] = { ...nested[first], [second]: { gte, lte } };
  }
  return { ...plain, ...nested };
}
