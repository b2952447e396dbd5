import type { FeatureCurve } from "./timeline-features.js";

/** Maximum number of values of a curve: 34 minutes at one per second. */
const MAX_COUNT = 2048;

/**
 * Samples a curve over a whole recording: one value per second, or per 2, 4, 8 ... s in long recordings.
 *
 * @param valueAt returns the value at a moment; receives the moment and the hop, both in seconds
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
