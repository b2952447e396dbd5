import { blend } from "./logistic.js";
import { timbreStatistic, type TimbreStatistics } from "../timbre/timbre-statistics.js";
import { modulationDepth } from "../timbre/modulation.js";

/**
 * Instrumentalness: how little a recording sounds as if someone sang or spoke in it, in (0, 1).
 *
 * Our definition: one minus a logistic blend of modulation at the rate of syllables (2 and 4 Hz) in the
 * registers of vowels, of that in the highest register with negative weight, since drums modulate it
 * too, and of the flatness of the spectrum. Gain does not change it.
 *
 * Source: 4 Hz modulation as the mark of voices: E. Scheirer and M. Slaney, Proc. ICASSP, 1997.
 */
export function instrumentalness(timbre: TimbreStatistics): number {
  const { modulation } = timbre;
  const vowels =
    (modulationDepth(modulation, 2, 2) +
      modulationDepth(modulation, 2, 4) +
      modulationDepth(modulation, 3, 4)) /
    3;
  const vocal = blend([
    { value: vowels, middle: 0.28, spread: 0.1, weight: 1 },
    { value: modulationDepth(modulation, 5, 4), middle: 0.43, spread: 0.2, weight: -0.4 },
    { value: timbreStatistic(timbre, "means", "flatness"), middle: -14, spread: 4, weight: 0.5 },
  ]);
  return 1 - vocal;
}
