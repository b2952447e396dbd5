import type { Page, PageWindow } from "../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { sizedFrom } from "./catalogue-service.js";

/**
 * Returns a page of a list of track keys.
 *
 * @param trackKeys ascending; the keys of the window need not be among them
 * @throws {InvalidInputError} the size of the page is outside [1, 100]
 */
export function keyPageOf(trackKeys: readonly TrackKey[], window: PageWindow): Page<TrackKey> {
  const size = sizedFrom(window);
  const { after, before } = window;
  const from = after ? indexBehind(trackKeys, (key) => key <= after.trackKey) : 0;
  const upTo = before ? indexBehind(trackKeys, (key) => key < before.trackKey) : trackKeys.length;
  const start = "last" in size ? Math.max(from, upTo - size.last) : from;
  const end = Math.max(start, "first" in size ? Math.min(upTo, from + size.first) : upTo);
  return {
    items: trackKeys.slice(start, end),
    hasPreviousPage: start > 0,
    hasNextPage: end < trackKeys.length,
    totalCount: trackKeys.length,
  };
}

/** Returns the number of keys at the beginning of the list that a condition holds for, by bisection. */
function indexBehind(
  trackKeys: readonly TrackKey[],
  isBefore: (trackKey: TrackKey) => boolean,
): number {
  let [low, high] = [0, trackKeys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const trackKey = trackKeys[middle];
    if (trackKey !== undefined && isBefore(trackKey)) low = middle + 1;
    else high = middle;
  }
  return low;
}
