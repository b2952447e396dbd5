import type { ComplexityEstimatorArgs } from "graphql-query-complexity";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { MAX_TRACK_KEYS, type TrackKey } from "../../domain/track/track-key.js";
import { itemCount } from "../limits/costs.js";

/**
 * Validates the track keys of an operation that needs at least one.
 *
 * @throws {InvalidInputError} there are none, or more than 100
 */
export function parseKeyBatch(trackKeys: readonly TrackKey[]): readonly TrackKey[] {
  if (trackKeys.length >= 1 && trackKeys.length <= MAX_TRACK_KEYS) return trackKeys;
  throw new InvalidInputError("trackKeys", `must be 1 to ${MAX_TRACK_KEYS} keys`);
}

/** Returns the number of track keys of a field, for its cost. */
export function keyCount({ args }: ComplexityEstimatorArgs): number {
  return itemCount(args["trackKeys"], 1, MAX_TRACK_KEYS);
}
