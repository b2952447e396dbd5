import { ONSET_LEAD_SECONDS } from "./beats/beat-tracking.js";
import type { OnsetStrength } from "./onset-strength.js";

/** Faster beats in three parts are a shuffle or a waltz counted in one; nobody counts six to them. */
const FASTEST_BPM = 92;
/** How many times stronger both thirds must be than halves and quarters. */
const MIN_RATIO = 2;
/** Strokes on the thirds weaker than this, in roots of unit onset strength, are chance. */
const MIN_STROKE = 0.3;
const REACH_FRAMES = 2;

/**
 * Whether each beat falls into three even parts, all of them played: 6/8 rather than 2/4.
 *
 * A swung beat plays the last third alone, and so does not count. Measured on rendered music in 26
 * styles: 6/8 comes out above 8 times, everything else slow below 1.
 *
 * Source: metrical subdivision by onset strength between beats, after F. Gouyon and P. Herrera,
 * "Determination of the Meter of Musical Audio Signals", AES 114th Convention, 2003.
 *
 * @param beats seconds, ascending
 */
export function isCompoundTime(beats: Float64Array, bpm: number, onsets: OnsetStrength): boolean {
  if (bpm >= FASTEST_BPM || beats.length < 2) return false;
  const at = (phase: number): number => meanStroke(beats, phase, onsets);
  const thirds = Math.min(at(1 / 3), at(2 / 3));
  const others = Math.max(at(1 / 2), (at(1 / 4) + at(3 / 4)) / 2);
  return thirds > MIN_STROKE && thirds > MIN_RATIO * others;
}

/** Mean root of the onset strength at a part of the way from each beat to the next. */
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
