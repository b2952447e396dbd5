import { blend } from "../mood/logistic.js";
import type { TimbreStatistics } from "../timbre/timbre-statistics.js";
import { modulationDepth } from "./modulation.js";

/**
 * Speechiness: how far a recording sounds like speech rather than music, in (0, 1).
 *
 * Our definition: a logistic blend of how deep levels swell at the rates of words and syllables (2
 * and 4 Hz) in the registers of vowels, and of the share of pauses. Middles lie between speech and
 * music, so that music stays low. Gain does not change it.
 *
 * Source: E. Scheirer and M. Slaney, Proc. ICASSP, 1997 (4 Hz modulation, low-energy frames).
 */
export function speechiness({ modulation, lowEnergyShare }: TimbreStatistics): number {
  return blend([
    { value: modulationDepth(modulation, 2, 2), middle: 0.58, spread: 0.15, weight: 0.9 },
    { value: modulationDepth(modulation, 2, 4), middle: 0.52, spread: 0.15, weight: 0.9 },
    { value: lowEnergyShare, middle: 0.2, spread: 0.08, weight: 0.8 },
  ]);
}
