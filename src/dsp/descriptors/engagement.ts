import { timbreStatistic } from "../timbre/timbre-statistics.js";
import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

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
