import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** More keys than this are no batch but a crawl. */
export const MAX_BATCH_SIZE = 100;

/**
 * The keys of an operation that is about at least one track.
 *
 * @throws {InvalidInputError} there are none, or more than 100
 */
export function parseKeyBatch(trackKeys: readonly TrackKey[]): readonly TrackKey[] {
  if (trackKeys.length >= 1 && trackKeys.length <= MAX_BATCH_SIZE) return trackKeys;
  throw new InvalidInputError("trackKeys", `must be 1 to ${MAX_BATCH_SIZE} keys`);
}
