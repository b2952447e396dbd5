import type { TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import { parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { TrackFilterInput } from "../catalogue/track-filter-input.js";

/**
 * Parses a filter of tracks that are compared by their values; `undefined` without one.
 *
 * @throws {InvalidInputError} a condition is not valid, or asks for tracks that are not analysed
 */
export function analysedFilterFrom(
  filter: TrackFilterInput | null | undefined,
): TrackFilter | undefined {
  if (!filter) return undefined;
  const { analysed, ...conditions } = filter;
  if (analysed === false) {
    const problem = "must not be false: tracks that are not analysed cannot be compared";
    throw new InvalidInputError("filter.analysed", problem);
  }
  return parseTrackFilter(conditions, "filter.");
}
