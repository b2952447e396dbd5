import { parseCount } from "../parse-count.js";
import { InvalidInputError } from "../errors/request-errors.js";
import type { TrackFilter } from "./catalogue-query.js";
import { knownFlagNames } from "./known-fields.js";
import { textTags } from "./text-tags.js";

/** What the values of tracks are counted by. */
export const facetFields = [
  ...textTags,
  ...(["year", "rating"] as const),
  ...(["key", "source"] as const),
  ...knownFlagNames,
] as const;

export type FacetField = (typeof facetFields)[number];

/** The default and the maximum number of values of a field. */
export const DEFAULT_FACET_VALUES = 20;
export const MAX_FACET_VALUES = 500;

/** A request for the values that tracks have, and how many have each. */
export interface FacetsRequest {
  /** Each once. */
  readonly fields: readonly FacetField[];
  readonly filter: TrackFilter;
  /** The maximum number of values of each field. */
  readonly first: number;
}

/** A value, and how many tracks have it. */
export interface FacetValue {
  /** As most tracks spell it: letter case, diacritics and punctuation make no other value. */
  readonly value: string;
  readonly count: number;
}

/** The values of one field. */
export interface Facet {
  readonly field: FacetField;
  /** The most frequent first, equally frequent ones in the order of their texts. */
  readonly values: readonly FacetValue[];
  /** The number of different values, also those that are not listed. */
  readonly valueCount: number;
  /** The number of tracks that have one. */
  readonly trackCount: number;
}

/** The values of some fields of the tracks that pass a filter. */
export interface Facets {
  /** In the order of the request. */
  readonly facets: readonly Facet[];
  /** The number of tracks that pass the filter. */
  readonly totalCount: number;
}

/**
 * Validates a request for values.
 *
 * @param sizeName name of the parameter for `first`
 * @throws {InvalidInputError} there is no field, one is unknown or given twice, or `first` is out of its range
 */
export function parseFacetsRequest(
  request: {
    readonly fields: readonly string[];
    readonly filter: TrackFilter;
    readonly first: unknown;
  },
  sizeName: string,
): FacetsRequest {
  const fields = request.fields.map((name) => {
    const field = facetFields.find((known) => known === name);
    if (field !== undefined) return field;
    throw new InvalidInputError("fields", `must be some of ${facetFields.join(", ")}`);
  });
  if (fields.length === 0 || new Set(fields).size < fields.length) {
    throw new InvalidInputError("fields", "must name one field or more, each once");
  }
  const bounds = { defaultValue: DEFAULT_FACET_VALUES, min: 1, max: MAX_FACET_VALUES };
  const first = parseCount(request.first, { parameter: sizeName, ...bounds });
  return { fields, filter: request.filter, first };
}
