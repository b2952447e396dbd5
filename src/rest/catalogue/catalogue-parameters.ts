import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import {
  keyOrder,
  type PageRequest,
  type PageWindow,
} from "../../domain/catalogue/catalogue-query.js";
import {
  filterFromTexts,
  filterNames,
  parseNumber,
  parseOrder,
} from "../../domain/catalogue/filter-texts.js";
import { asksForUnanalysed } from "../../domain/catalogue/track-filter.js";
import { pageSizeOf } from "../../services/catalogue/catalogue-service.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  DEFAULT_MOOD_THRESHOLD,
  type MoodQuery,
  DEFAULT_MOOD_TRACKS,
} from "../../domain/catalogue/mood-query.js";
import { onlyParametersOf } from "../request/query-parameters.js";

const names = [...filterNames, "analysed", "order", "limit", "cursor", "before"] as const;

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
    filter: filterFromTexts(parameters),
    order,
    ...(before ? { last: size, before } : { first: size }),
    ...(after && { after }),
  };
}

/**
 * Parses the page of tracks without an analysis that a URL requests by `analysed=false`; `undefined`
 * where it requests analysed tracks.
 *
 * @throws {InvalidInputError} names the parameter that is unknown, malformed or a condition on values
 */
export function unanalysedWindowOf(url: string): PageWindow | undefined {
  const { analysed, limit, cursor, before, ...others } = onlyParametersOf(url, names);
  const isAnalysed = parseBoolean(analysed, "analysed");
  if (!asksForUnanalysed({ ...others, analysed: isAnalysed })) return undefined;
  return keyWindowOf({ limit, cursor, before });
}

/**
 * Parses the page of a list in the order of the keys.
 *
 * @throws {InvalidInputError} names the parameter that is malformed
 */
export function keyWindowOf(parameters: {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}): PageWindow {
  const after = parseCursor(parameters.cursor, keyOrder, "cursor");
  const before = parseCursor(parameters.before, keyOrder, "before");
  if (after && before) throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  const size = pageSizeOf("limit", parseNumber(parameters.limit, "limit"));
  return { ...(before ? { last: size, before } : { first: size }), ...(after && { after }) };
}

/**
 * Parses "true" or "false"; `undefined` where absent.
 *
 * @throws {InvalidInputError} the text is another one
 */
export function parseBoolean(text: string | undefined, parameter: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidInputError(parameter, "must be true or false");
}

/**
 * Parses the tracks that a URL requests as a whole, without pages: all that pass the filter, between
 * `cursor` and `before` where given, or the first `limit` of them.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function exportedTracksOf(url: string): TrackSelection {
  const { analysed, order, limit, cursor, before, ...filter } = onlyParametersOf(url, names);
  if (parseBoolean(analysed, "analysed") === false) {
    throw new InvalidInputError("analysed", "must not be false in an export");
  }
  return filterSelectionFrom({ filter, order, limit, cursor, before });
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
