import type { TimbreStatistics } from "../../timbre/timbre-statistics.js";
import {
  acousticInRecording,
  acousticScale,
  storedAcousticNet,
} from "./acoustic-network-weights.js";
import {
  audienceInRecording,
  audienceScale,
  storedAudienceNet,
} from "./audience-network-weights.js";
import { CepstralNetwork } from "./cepstral-network.js";
import { storedVoiceNet, voiceInRecording, voiceScale } from "./voice-network-weights.js";

type Cepstra = Pick<TimbreStatistics, "cepstra">;

/** Hears acoustic instruments without electronic or driven ones. Weights: see `acoustic-network-weights.json`. */
export const ACOUSTIC_NETWORK = new CepstralNetwork({
  net: storedAcousticNet,
  scale: acousticScale,
  inRecording: acousticInRecording,
});

/** Hears applause, cheers and the murmur of an audience. Weights: see `audience-network-weights.json`. */
export const AUDIENCE_NETWORK = new CepstralNetwork({
  net: storedAudienceNet,
  scale: audienceScale,
  inRecording: audienceInRecording,
});

/** Hears singing and speech. Weights: see `voice-network-weights.json`. */
export const VOICE_NETWORK = new CepstralNetwork({
  net: storedVoiceNet,
  scale: voiceScale,
  inRecording: voiceInRecording,
});

/**
 * Acousticness: the probability that a recording is made of acoustic instruments, real or sampled, rather than of
 * synthesisers, drum machines and driven guitars, in (0, 1), where half of all recordings are.
 *
 * @returns null in less than 70 ms of sound
 */
export function acousticness({ cepstra }: Cepstra): number | null {
  return ACOUSTIC_NETWORK.probability(cepstra);
}

/**
 * Liveness: the probability that an audience is heard in a recording, in (0, 1).
 *
 * Of recordings with a value of 0.8, as many as 0.8 have an audience, where a tenth of all recordings have. A concert whose
 * audience is cut out or too quiet to be heard is not found.
 *
 * @returns null in less than 70 ms of sound
 */
export function liveness({ cepstra }: Cepstra): number | null {
  return AUDIENCE_NETWORK.probability(cepstra);
}

/**
 * Instrumentalness: the probability that nobody sings or speaks in a recording, in (0, 1).
 *
 * Of recordings with a value of 0.8, as many as 0.8 are instrumental, where half of all recordings are.
 *
 * @returns null in less than 70 ms of sound
 */
export function instrumentalness({ cepstra }: Cepstra): number | null {
  const voice = VOICE_NETWORK.probability(cepstra);
  return voice === null ? null : 1 - voice;
}
