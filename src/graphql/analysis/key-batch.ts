import type { ComplexityEstimatorArgs } from "graphql-query-complexity";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { MAX_TRACK_KEYS, type TrackKey } from "../../domain/track/track-key.js";
import {
  costOfNaming,
  namedTracksOf,
  trackRefsOf,
  type TrackFinding,
  type NamedTrack,
} from "../identity/named-track.js";
import type { TrackRefInput } from "../identity/track-ref-input.js";
import { itemCount } from "../limits/costs.js";

/** The arguments of a field that name its tracks: in any way, or by their keys, which is deprecated. */
export interface TrackBatch {
  readonly tracks?: readonly TrackRefInput[] | null | undefined;
  readonly trackKeys?: readonly TrackKey[] | null | undefined;
}

/**
 * Returns the tracks of an operation.
 *
 * @param min the minimum number of tracks
 * @throws {InvalidInputError} there are fewer, or more than 100, or both arguments are given
 * @throws {UnknownTrackIdError} no track has one of the ids
 */
export function tracksOfBatch(
  { tracks, trackKeys }: TrackBatch,
  context: TrackFinding,
  min: 0 | 1 = 1,
): Promise<readonly NamedTrack[]> {
  const refs = trackRefsOf(["tracks", tracks], ["trackKeys", trackKeys]);
  const isAbsent = !tracks && !trackKeys;
  if (isAbsent || refs.length < min || refs.length > MAX_TRACK_KEYS) {
    const name = trackKeys ? "trackKeys" : "tracks";
    const what = trackKeys ? "keys" : "tracks";
    const count = min === 1 ? `1 to ${MAX_TRACK_KEYS}` : `at most ${MAX_TRACK_KEYS}`;
    throw new InvalidInputError(
      name,
      isAbsent ? `is required: ${count} tracks` : `must be ${count} ${what}`,
    );
  }
  return namedTracksOf(refs, "tracks", context);
}

/** Returns the number of tracks of a field, for its cost. */
export function batchCount({ args }: ComplexityEstimatorArgs): number {
  return itemCount(args["tracks"] ?? args["trackKeys"], 1, MAX_TRACK_KEYS);
}

/** Returns the cost of naming the tracks of a field. */
export function costOfBatchNames({ args }: ComplexityEstimatorArgs): number {
  return costOfNaming(args["tracks"]);
}
