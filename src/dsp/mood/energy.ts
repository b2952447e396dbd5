import { timbreStatistic } from "../timbre/timbre-statistics.js";
import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

/**
 * Energy: how loud, busy and bright a recording is, in (0, 1).
 *
 * Our definition: a logistic blend of integrated loudness, onsets a second, flatness of the
 * spectrum and its flux, each neutral at about its median over popular and classical music. Louder
 * is more energetic, so gain raises it.
 *
 * Source: perceived intensity follows loudness, density and timbre: E. Schubert, "Modeling
 * Perceived Emotion With Continuous Musical Features", Music Perception 21(4), 2004.
 */
export function energy({ timbre, loudnessLufs, onsetRate }: SoundProfile): number {
  return blend([
    { value: loudnessLufs, middle: -16, spread: 5, weight: 0.8 },
    { value: onsetRate, middle: 3.5, spread: 1.2, weight: 0.5 },
    { value: timbreStatistic(timbre, "means", "flatness"), middle: -14, spread: 4, weight: 0.7 },
    { value: timbreStatistic(timbre, "means", "flux"), middle: 0.95, spread: 0.25, weight: 0.2 },
  ]);
}
