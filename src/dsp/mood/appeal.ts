import { timbreStatistic } from "../timbre/timbre-statistics.js";
import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

/**
 * Approachability: how easily a recording goes down with a listener who does not know it, in (0, 1).
 *
 * Our definition: a logistic blend of clear tonality, a clear beat, steady harmony and level, and
 * the absence of noisiness. Gain does not change it.
 *
 * Source: liking rises with ease of processing: R. Reber, N. Schwarz and P. Winkielman,
 * "Processing Fluency and Aesthetic Pleasure", Personality and Social Psychology Review 8(4), 2004.
 */
export function approachability(profile: SoundProfile): number {
  const { timbre } = profile;
  return blend([
    { value: profile.tonalContrast, middle: 0.42, spread: 0.1, weight: 0.5 },
    { value: profile.pulseClarity, middle: 0.35, spread: 0.15, weight: 0.6 },
    { value: profile.harmonicChange, middle: 0.27, spread: 0.03, weight: -0.3 },
    { value: timbreStatistic(timbre, "means", "flatness"), middle: -14, spread: 4, weight: -0.4 },
    { value: profile.loudnessRangeLu, middle: 3, spread: 3, weight: -0.3 },
  ]);
}

/**
 * Engagement: how much a recording holds attention rather than staying in the background, in (0, 1).
 *
 * Our definition: a logistic blend of onsets a second, swells of level, change of timbre, and a
 * marked beat. Gain does not change it.
 *
 * Source: attention is drawn by change: D. Huron, "Sweet Anticipation", MIT Press, 2006.
 */
export function engagement(profile: SoundProfile): number {
  const { timbre } = profile;
  return blend([
    { value: profile.onsetRate, middle: 3.5, spread: 1.2, weight: 0.6 },
    { value: timbreStatistic(timbre, "means", "flux"), middle: 0.95, spread: 0.25, weight: 0.6 },
    { value: timbreStatistic(timbre, "means", "centroid"), middle: 4.4, spread: 0.7, weight: 0.3 },
    { value: profile.pulseClarity, middle: 0.35, spread: 0.15, weight: 0.3 },
  ]);
}
