import type { FeatureCurve } from "./timeline-features.js";

/** Values that a curve has at most: half an hour of them at one a second. */
const MAX_COUNT = 2048;

/**
 * A curve over a whole recording: one value a second, or every 2, 4, 8 ... s where it is too long.
 *
 * @param valueAt the value of a moment, given with the hop, both seconds
 */
export function curveOver(
  durationSeconds: number,
  valueAt: (seconds: number, hopSeconds: number) => number | null,
): FeatureCurve {
  let hopSeconds = 1;
  while (durationSeconds / hopSeconds > MAX_COUNT) hopSeconds *= 2;
  const length = Math.ceil(durationSeconds / hopSeconds);
  const values = Array.from({ length }, (_, index) => valueAt(index * hopSeconds, hopSeconds));
  return { hopSeconds, values };
}
