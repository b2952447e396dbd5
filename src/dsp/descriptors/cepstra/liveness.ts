import type { TimbreStatistics } from "../../timbre/timbre-statistics.js";
import { CepstralNetwork } from "./cepstral-network.js";
import {
  storedAudienceNet,
  audienceScale,
  audienceInRecording,
} from "./audience-network-weights.js";

/** Hears applause, cheers and the murmur of an audience. Weights: see `audience-network-weights.json`. */
export const AUDIENCE_NETWORK = new CepstralNetwork({
  net: storedAudienceNet,
  scale: audienceScale,
  inRecording: audienceInRecording,
});

/**
 * Liveness: the probability that an audience is heard in a recording, in (0, 1).
 *
 * Of recordings with a value of 0.8, as many as 0.8 have an audience, where a tenth of all recordings have. A concert whose
 * audience is cut out or too quiet to be heard is not found.
 *
 * @returns null in less than 70 ms of sound
 */
export function liveness({ cepstra }: Pick<TimbreStatistics, "cepstra">): number | null {
  return AUDIENCE_NETWORK.probability(cepstra);
}
