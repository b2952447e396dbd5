import { timbreStatistic } from "../timbre/timbre-statistics.js";
import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

/** Inputs of `energyOf`, of a recording or of a part of it. */
export interface EnergyCues {
  /** As two loudspeakers play it, LUFS. */
  readonly loudnessLufs: number;
  /** Onsets a second, >= 0. */
  readonly onsetRate: number;
  /** Mean flatness of the spectrum, dB, <= 0. */
  readonly flatness: number;
  /** Mean flux of the spectrum, dB, >= 0. */
  readonly flux: number;
}

/**
 * Energy: how loud, busy and bright music is, in (0, 1).
 *
 * Our definition: a logistic blend of integrated loudness, onsets a second, flatness of the
 * spectrum and its flux, each neutral at about its median over popular and classical music. Louder
 * is more energetic, so gain raises it.
 *
 * Source: perceived intensity follows loudness, density and timbre: E. Schubert, "Modeling
 * Perceived Emotion With Continuous Musical Features", Music Perception 21(4), 2004.
 */
export function energyOf({ loudnessLufs, onsetRate, flatness, flux }: EnergyCues): number {
  return blend([
    { value: loudnessLufs, middle: -16, spread: 5, weight: 0.8 },
    { value: onsetRate, middle: 3.5, spread: 1.2, weight: 0.5 },
    { value: flatness, middle: -14, spread: 4, weight: 0.7 },
    { value: flux, middle: 0.95, spread: 0.25, weight: 0.2 },
  ]);
}

/** Energy of a whole recording, in (0, 1). */
export function energy({ timbre, loudnessLufs, onsetRate }: SoundProfile): number {
  const flatness = timbreStatistic(timbre, "means", "flatness");
  const flux = timbreStatistic(timbre, "means", "flux");
  return energyOf({ loudnessLufs, onsetRate, flatness, flux });
}
