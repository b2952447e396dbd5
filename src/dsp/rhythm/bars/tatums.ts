import { ONSET_LEAD_SECONDS } from "../beats/beat-tracking.js";
import type { OnsetStrength } from "../onset-strength.js";

/** Minimum strength of a stroke that is played, as a square root of onset strength; weaker ones are chance. */
const MIN_STROKE = 0.3;

const REACH_FRAMES = 2;

/** Minimum ratio of the strength of a division to that of a coarser or another one. */
const MIN_RATIO = 0.5;
const CLEAR_RATIO = 1.5;

/**
 * Returns how many tatums a beat has: the number of equal parts into which the fastest regular strokes
 * divide it; 1 where nothing regular is played between beats, and null with fewer than two beats.
 *
 * Swing, which plays the last third, has three parts.
 *
 * Source: tatum as the lowest regular pulse, J. Bilmes, "Timing is of the Essence", MIT, 1993; here of the
 * whole recording, by the onset strength between beats.
 *
 * @param beats seconds, ascending
 * @param isCompound whether the beat has three parts, as `isCompoundTime` returns it
 */
export function tatumsPerBeat(
  beats: Float64Array,
  onsets: OnsetStrength,
  isCompound: boolean,
): 1 | 2 | 3 | 4 | null {
  if (beats.length < 2) return null;
  if (isCompound) return 3;
  const at = (phase: number): number => meanStroke(beats, phase, onsets);
  const [half, third] = [at(1 / 2), at(2 / 3)];
  const quarters = Math.min(at(1 / 4), at(3 / 4));
  if (third > MIN_STROKE && third > CLEAR_RATIO * Math.max(half, quarters)) return 3;
  if (quarters > MIN_STROKE && quarters > MIN_RATIO * half) return 4;
  return half > MIN_STROKE ? 2 : 1;
}

/**
 * Returns the mean square root of the onset strength at a fraction of the interval from each beat to the
 * next, >= 0.
 *
 * @param beats seconds, ascending, at least two
 * @param phase [0, 1)
 */
function meanStroke(
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
