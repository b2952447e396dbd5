import { ONSET_LEAD_SECONDS } from "./beat-tracking.js";
import type { OnsetStrength } from "../onset-strength.js";

/** Onsets this far from a beat, in frames, may be the one that it means: 35 ms. */
const REACH_FRAMES = 3;
/** How much weaker an onset counts for each frame that it is away. */
const DISTANCE_COST = 0.15;
/** Onsets weaker than this, in root mean squares, draw no beat. */
const MIN_STRENGTH = 0.5;

/**
 * Beats moved to the onset next to them, to a fraction of a frame; where there is none they stay.
 *
 * The net that finds beats works in steps of 23 ms. An onset is known twice as finely, and between
 * frames by the parabola through its peak.
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

/** Where a parabola through a value and its neighbours peaks, from it; 0 where it is no maximum. */
function peakOffset(curve: Float32Array, frame: number): number {
  const value = curve[frame]!;
  const before = curve[frame - 1] ?? 0;
  const after = curve[frame + 1] ?? 0;
  if (value < before || value < after) return 0;
  const curvature = before - 2 * value + after;
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
}
