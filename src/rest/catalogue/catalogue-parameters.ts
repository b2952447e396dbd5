import { z } from "zod";
import { parseBoolean } from "../../domain/parse-one-of.js";
import { defaultCollapse } from "../../domain/catalogue/collapse.js";
import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import { type BrowseRequest, type PageWindow } from "../../domain/catalogue/catalogue-query.js";
import {
  filterFromTexts,
  orderNames,
  parseNumber,
  parseOrder,
  seededOrder,
} from "../../domain/catalogue/filter-texts.js";
import { asksForUnanalysed } from "../../domain/catalogue/track-filter.js";
import { DEFAULT_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  DEFAULT_MOOD_THRESHOLD,
  type MoodQuery,
  DEFAULT_MOOD_TRACKS,
  MAX_MOOD_TRACKS,
} from "../../domain/catalogue/mood-query.js";
import {
  DEFAULT_FACET_VALUES,
  facetFields,
  MAX_FACET_VALUES,
  parseFacetsRequest,
  type FacetsRequest,
} from "../../domain/catalogue/facets.js";
import { keyWindowOf } from "../request/key-window.js";
import { share } from "../shapes/plain-shapes.js";
import { parametersIn, readBy, textOf } from "../shapes/url-parameters.js";
import { exportParameters } from "./export-parameters.js";
import { collapseParameter, filterParameters } from "./filter-parameters.js";

const text = z.string().optional();

/** The parameters of `GET /tracks`. */
export const catalogueParameters = z.strictObject({
  analysed: readBy(z.boolean().default(true), (given) => parseBoolean(given, "analysed")).describe(
    "`false` lists the files of the library that are not analysed, in the order of their ids. It cannot be combined with other conditions or an order, because these tracks have no values, nor with an export.",
  ),
  order: textOf(
    z
      .union([
        z.enum([...orderNames, ...orderNames.map((name) => `-${name}`)]),
        z.string().regex(seededOrder),
      ])
      .default("artist"),
  )
    .describe(
      "The field to order by, ascending; descending with a `-` before it. Tracks without a value come last in both directions, and ties are ordered by the id of the recording. `album` orders by album, its artist, disc and number; `random:7` at random, and equally for the same number.",
    )
    .meta({ example: "-energy" }),
  limit: textOf(z.int().min(1).default(DEFAULT_PAGE_SIZE)).describe(
    "Maximum number of tracks to return, at most 100 for a page; an export has all by default, and no such maximum.",
  ),
  cursor: text.describe("Return tracks after this cursor, which must belong to the same order."),
  before: text.describe(
    "Return tracks before this cursor, which must belong to the same order. Cannot be combined with `cursor`.",
  ),
  collapse: collapseParameter(defaultCollapse.listed),
  ...exportParameters,
  ...filterParameters,
});

/** The parameters of `GET /facets`. */
export const facetParameters = z.strictObject({
  fields: readBy(z.string(), (given) => given?.split(",") ?? [])
    .describe(
      `What to count, separated by commas: some of ${facetFields.map((field) => `\`${field}\``).join(", ")}.`,
    )
    .meta({ example: "genre,year" }),
  limit: readBy(z.int().min(1).max(MAX_FACET_VALUES).default(DEFAULT_FACET_VALUES), (given) =>
    parseNumber(given, "limit"),
  ).describe("Maximum number of values of each field."),
  ...filterParameters,
});

/** The parameters of `GET /moods`. */
export const moodParameters = z.strictObject({
  threshold: readBy(share.default(DEFAULT_MOOD_THRESHOLD), (given) =>
    parseNumber(given, "threshold"),
  ).describe("The minimum value for a track to count as having a mood."),
  limit: readBy(z.int().min(1).max(MAX_MOOD_TRACKS).default(DEFAULT_MOOD_TRACKS), (given) =>
    parseNumber(given, "limit"),
  ).describe("Maximum number of tracks returned for each mood."),
});

/**
 * Parses the page of the catalogue that a URL requests: `limit` tracks after `cursor` or before
 * `before`. Filters are named as in GraphQL, with dots for nested fields: `mood.happy.gte`.
 *
 * @param defaultValue the size of a page where the URL gives none
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function catalogueRequestOf(url: string, defaultValue: number): BrowseRequest {
  const parameters = parametersIn(url, catalogueParameters);
  const order = parseOrder(parameters.order);
  const after = parseCursor(parameters.cursor, order, "cursor");
  const before = parseCursor(parameters.before, order, "before");
  if (after && before) throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  const size = parseNumber(parameters.limit, "limit") ?? defaultValue;
  return {
    filter: filterFromTexts(parameters),
    order,
    collapse: parameters.collapse,
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
  const { limit, cursor, before, ...conditions } = parametersIn(url, catalogueParameters);
  if (!asksForUnanalysed(conditions)) return undefined;
  return keyWindowOf({ limit, cursor, before });
}

/**
 * Parses the tracks that a URL requests as a whole, without pages: all that pass the filter, between
 * `cursor` and `before` where given, or the first `limit` of them.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function exportedTracksOf(url: string): TrackSelection {
  const { analysed, order, limit, cursor, before, collapse, ...filter } = parametersIn(
    url,
    catalogueParameters,
  );
  if (analysed === false) {
    throw new InvalidInputError("analysed", "must not be false in an export");
  }
  return filterSelectionFrom({ filter, order, limit, cursor, before, collapse });
}

/**
 * Parses the values of tracks that a URL asks for.
 *
 * @throws {InvalidInputError} names the parameter that is unknown, missing or malformed
 */
export function facetsRequestOf(url: string): FacetsRequest {
  const { fields, limit, ...filter } = parametersIn(url, facetParameters);
  return parseFacetsRequest({ fields, filter: filterFromTexts(filter), first: limit }, "limit");
}

/**
 * Parses the mood query of a URL.
 *
 * @throws {InvalidInputError} names the parameter that is unknown or malformed
 */
export function moodQueryOf(url: string): MoodQuery {
  const { threshold, limit } = parametersIn(url, moodParameters);
  return {
    threshold: threshold ?? DEFAULT_MOOD_THRESHOLD,
    first: limit ?? DEFAULT_MOOD_TRACKS,
  };
}
