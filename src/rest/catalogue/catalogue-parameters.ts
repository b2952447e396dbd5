import { estimateFields, moods } from "../../domain/analysis/analysis.js";
import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import {
  confidenceFields,
  defaultOrder,
  type PageRequest,
  type TrackOrder,
} from "../../domain/catalogue/catalogue-query.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  defaultMoodThreshold,
  type MoodQuery,
  defaultMoodTracks,
} from "../../domain/catalogue/mood-query.js";
import { parseTrackFilter, rangeFields } from "../../domain/catalogue/track-filter.js";
import { onlyParametersOf } from "../request/query-parameters.js";

const rangeNames = [
  "durationMs",
  ...rangeFields,
  ...moods.map((mood) => `mood.${mood}` as const),
  ...estimateFields.map((field) => `confidence.${field}` as const),
] as const;

const names = [
  ...(["text", "source", "key", "mode", "timeSignature"] as const),
  ...(["keyIn", "camelotCompatibleWith", "order", "limit", "cursor", "before"] as const),
  ...rangeNames.flatMap((name) => [`${name}.gte`, `${name}.lte`] as const),
] as const;

type Asked = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** What can be ordered by, as clients spell it. */
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

/**
 * The page of the catalogue that a URL asks for: `limit` tracks after `cursor`, or up to `before`.
 * Filters are named as in GraphQL, with a dot where that nests: `mood.happy.gte`.
 *
 * @param defaultValue the size of a page where the URL does not say
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function catalogueWishOf(url: string, defaultValue: number): PageRequest {
  const asked = onlyParametersOf(url, names);
  const order = parseOrder(asked.order);
  const after = parseCursor(asked.cursor, order, "cursor");
  const before = parseCursor(asked.before, order, "before");
  if (after && before) throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  const size = parseNumber(asked.limit, "limit") ?? defaultValue;
  return {
    filter: parseTrackFilter({
      ...asked,
      ...nestedRanges(asked),
      keyIn: asked.keyIn?.split(","),
      key: parseNumber(asked.key, "key"),
      mode: parseNumber(asked.mode, "mode"),
      timeSignature: parseNumber(asked.timeSignature, "timeSignature"),
    }),
    order,
    ...(before ? { last: size, before } : { first: size }),
    ...(after && { after }),
  };
}

/**
 * Which moods a URL asks for.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function moodQueryOf(url: string): MoodQuery {
  const { threshold, limit } = onlyParametersOf(url, ["threshold", "limit"]);
  return {
    threshold: parseNumber(threshold, "threshold") ?? defaultMoodThreshold,
    first: parseNumber(limit, "limit") ?? defaultMoodTracks,
  };
}

/** `tempo.gte=1` as `{ tempo: { gte: 1 } }`, `mood.happy.gte=1` as `{ mood: { happy: { gte: 1 } } }`. */
function nestedRanges(asked: Asked): Readonly<Record<string, object>> {
  const nested: Record<string, Record<string, object>> = { mood: {}, confidence: {} };
  const plain: Record<string, object> = {};
  for (const name of rangeNames) {
    const gte = parseNumber(asked[`${name}.gte`], `${name}.gte`);
    const lte = parseNumber(asked[`${name}.lte`], `${name}.lte`);
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
  const known = [...orderFields.keys()].join(", ");
  throw new InvalidInputError("order", `must be one of ${known}, or one of them after a "-"`);
}

function parseNumber(text: string | undefined, parameter: string): number | undefined {
  if (text === undefined) return undefined;
  const number = /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return number;
  throw new InvalidInputError(parameter, "must be a number");
}
