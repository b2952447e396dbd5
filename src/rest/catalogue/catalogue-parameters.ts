import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import type { PageRequest } from "../../domain/catalogue/catalogue-query.js";
import {
  filterFromTexts,
  filterNames,
  parseNumber,
  parseOrder,
} from "../../domain/catalogue/filter-texts.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  DEFAULT_MOOD_THRESHOLD,
  type MoodQuery,
  DEFAULT_MOOD_TRACKS,
} from "../../domain/catalogue/mood-query.js";
import { onlyParametersOf } from "../request/query-parameters.js";

const names = [...filterNames, "order", "limit", "cursor", "before"] as const;

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
 * Parses the tracks that a URL requests as a whole, without pages: all that pass the filter, between
 * `cursor` and `before` where given, or the first `limit` of them.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function exportedTracksOf(url: string): TrackSelection {
  const { order, limit, cursor, before, ...filter } = onlyParametersOf(url, names);
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
