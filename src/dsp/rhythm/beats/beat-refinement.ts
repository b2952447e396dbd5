import { ONSET_LEAD_SECONDS } from "./beat-tracking.js";
import type { OnsetStrength } from "../onset-strength.js";

/** Maximum distance of an onset from its beat, frames: 35 ms. */
const REACH_FRAMES = 3;
/** Reduction of the strength of an onset for each frame of distance, as a share. */
const DISTANCE_COST = 0.15;
/** Minimum strength of an onset to which a beat is moved, in root mean squares. */
const MIN_STRENGTH = 0.5;

/**
 * Moves beats to the onset next to them, to a fraction of a frame; beats without an onset are unchanged.
 *
 * The network that finds beats works in steps of 23 ms. Onsets have twice that resolution, and a parabola
 * through a peak gives its position between frames.
 *
 * @param beats seconds, ascending, further than 70 ms apart
 */
export function refineBeats(
  beats: Float64Array,
  { total, frameRate }: OnsetStrength,
): Float64Array {
  return beats.map((time) => {
    const centre = Math.round((time - ONSET_LEAD_SECONDS) * frameRate);
    let best = { frame: centre, strength: MIN_STRENGTH };
    for (let offset = -REACH_FRAMES; offset <= REACH_FRAMES; offset++) {
      const strength = (total[centre + offset] ?? 0) * (1 - DISTANCE_COST * Math.abs(offset));
      if (strength > best.strength) best = { frame: centre + offset, strength };
    }
    if (best.strength === MIN_STRENGTH) return time;
    return (best.frame + peakOffset(total, best.frame)) / frameRate + ONSET_LEAD_SECONDS;
  });
}

/**
 * Offset of the peak of a parabola through a value and its neighbours, frames; 0 where the value is no
 * maximum.
 */
function peakOffset(curve: Float32Array, frame: number): number {
  const value = curve[frame]!;
  const before = curve[frame - 1] ?? 0;
  const after = curve[frame + 1] ?? 0;
  if (value < before || value < after) return 0;
  const curvature = before - 2 * value + after;
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
}
