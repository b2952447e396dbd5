import { ONSET_LEAD_SECONDS } from "../beats/beat-tracking.js";
import type { OnsetStrength } from "../onset-strength.js";

/** Minimum strength of a stroke that is played, as a square root of onset strength; weaker ones are chance. */
export const MIN_STROKE = 0.3;
const REACH_FRAMES = 2;

/**
 * Returns the mean square root of the onset strength at a fraction of the interval from each beat to the
 * next, >= 0.
 *
 * @param beats seconds, ascending, at least two
 * @param phase [0, 1)
 */
export function meanStroke(
  beats: Float64Array,
  phase: number,
  { total, frameRate }: OnsetStrength,
): number {
  let sum = 0;
  for (let i = 0; i + 1 < beats.length; i++) {
    const seconds = beats[i]! + phase * (beats[i + 1]! - beats[i]!) - ONSET_LEAD_SECONDS;
    const centre = Math.round(seconds * frameRate);
    let max = 0;
    for (let frame = centre - REACH_FRAMES; frame <= centre + REACH_FRAMES; frame++) {
      max = Math.max(max, total[frame] ?? 0);
    }
    sum += Math.sqrt(max);
  }
  return sum / (beats.length - 1);
}
