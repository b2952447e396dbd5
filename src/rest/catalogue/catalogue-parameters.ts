import {
  byField,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../../domain/analysis/descriptors.js";
import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import {
  confidenceFields,
  defaultOrder,
  type PageRequest,
  type TrackOrder,
} from "../../domain/catalogue/catalogue-query.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  DEFAULT_MOOD_THRESHOLD,
  type MoodQuery,
  DEFAULT_MOOD_TRACKS,
} from "../../domain/catalogue/mood-query.js";
import { parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import { onlyParametersOf } from "../request/query-parameters.js";

const rangeNames = [
  "durationMs",
  ...rangeFields,
  ...moods.map((mood) => `mood.${mood}` as const),
  ...confidenceFields,
] as const;

const names = [
  "text",
  "source",
  ...integerFields,
  ...(["keyIn", "camelotCompatibleWith", "order", "limit", "cursor", "before"] as const),
  ...rangeNames.flatMap((name) => [`${name}.gte`, `${name}.lte`] as const),
] as const;

type RequestedParameters = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** The fields of orders, by the names that clients use. */
const orderFields: ReadonlyMap<string, TrackOrder["field"]> = new Map([
  ...(["artist", "trackName", "source", "durationMs", "analyzedAt"] as const).map(
    (field) => [field, field] as const,
  ),
  ...estimateFields.map((field) => {
    const isMood = moods.some((mood) => mood === field);
    return [isMood ? `mood.${field}` : field, field] as const;
  }),
  ...confidenceFields.map((field) => [field, field] as const),
]);

/** The names of the fields of orders. */
export const orderNames: readonly string[] = [...orderFields.keys()];

/**
 * Parses the page of the catalogue that a URL requests: `limit` tracks after `cursor` or before
 * `before`. Filters are named as in GraphQL, with dots for nested fields: `mood.happy.gte`.
 *
 * @param defaultValue the size of a page where the URL gives none
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function catalogueRequestOf(url: string, defaultValue: number): PageRequest {
  const parameters = onlyParametersOf(url, names);
  const order = parseOrder(parameters.order);
  const after = parseCursor(parameters.cursor, order, "cursor");
  const before = parseCursor(parameters.before, order, "before");
  if (after && before) throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  const size = parseNumber(parameters.limit, "limit") ?? defaultValue;
  return {
    filter: parseTrackFilter({
      text: parameters.text,
      source: parameters.source,
      camelotCompatibleWith: parameters.camelotCompatibleWith,
      keyIn: parameters.keyIn?.split(","),
      ...byField(integerFields, (field) => parseNumber(parameters[field], field)),
      ...nestedRanges(parameters),
    }),
    order,
    ...(before ? { last: size, before } : { first: size }),
    ...(after && { after }),
  };
}

/**
 * Parses the mood query of a URL.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function moodQueryOf(url: string): MoodQuery {
  const { threshold, limit } = onlyParametersOf(url, ["threshold", "limit"]);
  return {
    threshold: parseNumber(threshold, "threshold") ?? DEFAULT_MOOD_THRESHOLD,
    first: parseNumber(limit, "limit") ?? DEFAULT_MOOD_TRACKS,
  };
}

/**
 * Nests bounds: `tempo.gte=1` as `{ tempo: { gte: 1 } }`, `mood.happy.gte=1` as `{ mood: { happy: {
 * gte: 1 } } }`.
 */
function nestedRanges(parameters: RequestedParameters): Readonly<Record<string, object>> {
  const nested: Record<string, Record<string, object>> = { mood: {}, confidence: {} };
  const plain: Record<string, object> = {};
  for (const name of rangeNames) {
    const gte = parseNumber(parameters[`${name}.gte`], `${name}.gte`);
    const lte = parseNumber(parameters[`${name}.lte`], `${name}.lte`);
    const [first = "", second] = name.split(".");
    if (second === undefined) plain[first] = { gte, lte };
    else nested[first] = { ...nested[first], [second]: { gte, lte } };
  }
  return { ...plain, ...nested };
}

function parseOrder(text: string | undefined): TrackOrder {
  if (text === undefined) return defaultOrder;
  const field = orderFields.get(text.replace(/^-/, ""));
  if (field !== undefined) return { field, direction: text.startsWith("-") ? "desc" : "asc" };
  const known = orderNames.join(", ");
  throw new InvalidInputError("order", `must be one of ${known}, or one of them after a "-"`);
}

function parseNumber(text: string | undefined, parameter: string): number | undefined {
  if (text === undefined) return undefined;
  const number = /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return number;
  throw new InvalidInputError(parameter, "must be a number");
}
