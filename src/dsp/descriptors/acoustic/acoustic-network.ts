import { CepstralNetwork } from "../cepstral-network.js";
import {
  acousticInRecording,
  acousticScale,
  storedAcousticNet,
} from "./acoustic-network-weights.js";

/** Hears acoustic instruments without electronic or driven ones. Weights: see `acoustic-network-weights.json`. */
export const ACOUSTIC_NETWORK = new CepstralNetwork({
  net: storedAcousticNet,
  scale: acousticScale,
  inRecording: acousticInRecording,
});
