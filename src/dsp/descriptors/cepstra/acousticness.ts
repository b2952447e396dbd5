import type { TimbreStatistics } from "../../timbre/timbre-statistics.js";
import { CepstralNetwork } from "./cepstral-network.js";
import {
  storedAcousticNet,
  acousticScale,
  acousticInRecording,
} from "./acoustic-network-weights.js";

/** Hears acoustic instruments without electronic or driven ones. Weights: see `acoustic-network-weights.json`. */
export const ACOUSTIC_NETWORK = new CepstralNetwork({
  net: storedAcousticNet,
  scale: acousticScale,
  inRecording: acousticInRecording,
});

/**
 * Acousticness: the probability that a recording is made of acoustic instruments, real or sampled, rather than of
 * synthesisers, drum machines and driven guitars, in (0, 1), where half of all recordings are.
 *
 * @returns null in less than 70 ms of sound
 */
export function acousticness({ cepstra }: Pick<TimbreStatistics, "cepstra">): number | null {
  return ACOUSTIC_NETWORK.probability(cepstra);
}
