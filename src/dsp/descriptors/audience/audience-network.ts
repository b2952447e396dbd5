import { CepstralNetwork } from "../cepstral-network.js";
import {
  audienceInRecording,
  audienceScale,
  storedAudienceNet,
} from "./audience-network-weights.js";

/** Hears applause, cheers and the murmur of an audience. Weights: see `audience-network-weights.json`. */
export const AUDIENCE_NETWORK = new CepstralNetwork({
  net: storedAudienceNet,
  scale: audienceScale,
  inRecording: audienceInRecording,
});
