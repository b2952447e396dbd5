import { CepstralNetwork } from "../cepstral-network.js";
import { storedVoiceNet, voiceInRecording, voiceScale } from "./voice-network-weights.js";

/** Hears singing and speech. Weights: see `voice-network-weights.json`. */
export const VOICE_NETWORK = new CepstralNetwork({
  net: storedVoiceNet,
  scale: voiceScale,
  inRecording: voiceInRecording,
});
