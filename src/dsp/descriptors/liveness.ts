import { blend } from "./logistic.js";
import type { TimbreStatistics } from "../timbre/timbre-statistics.js";

/**
 * Liveness: how far a recording sounds as if an audience and a hall were in it, in (0, 1).
 *
 * Our definition: a logistic blend of how flat and how loud the quietest moment of each second is
 * between 1 and 6 kHz, where applause and reverberation fill the pauses. Hiss and dense distortion
 * fill them too, hence a heuristic. Gain does not change it.
 *
 * @returns null in under a second of sound
 */
export function liveness({ noiseFloor }: TimbreStatistics): number | null {
  if (noiseFloor === null) return null;
  return blend([
    { value: noiseFloor.flatnessDecibels, middle: -6, spread: 2, weight: 0.9 },
    { value: noiseFloor.depthDecibels, middle: -10, spread: 5, weight: 0.5 },
  ]);
}
