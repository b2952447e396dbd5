import { ResidualNetwork } from "../../network/residual-network.js";
import { CEPSTRAL_COUNT } from "../../spectrum/floored-bands.js";
import { storedVoiceNet, voiceScale } from "./voice-network-weights.js";

const NET = new ResidualNetwork(storedVoiceNet, {
  inputCount: CEPSTRAL_COUNT,
  mapCount: 16,
  firstWidth: 5,
  dilations: [1, 2, 4, 8, 16],
  outputCount: 1,
});

/** Maximum distance of a coefficient from its mean, in standard deviations. */
const REACH = 3;

/**
 * Estimates where someone sings or speaks with a small convolutional network over mel-frequency cepstral
 * coefficients, which hears 2.3 s to either side of each step.
 *
 * Source: that cepstra over time tell singing from instruments is from B. Lehner, R. Sonnleitner and G. Widmer,
 * "Towards Light-weight, Real-time-capable Singing Voice Detection", Proc. ISMIR, 2013; the network is ours. Weights:
 * see `voice-network-weights.json`.
 *
 * @param cepstra 12 coefficients over steps, dB, as `TimbreStatistics` has them
 * @returns log odds of a voice at each step
 */
export function voiceOdds(cepstra: readonly Float32Array[]): Float32Array {
  return NET.outputs(cepstra.map(standardizedCoefficient))[0]!;
}

/** One coefficient over time as multiples of its standard deviation from its mean, within [-3, 3]. */
function standardizedCoefficient(values: Float32Array, coefficient: number): Float32Array {
  const mean = voiceScale.means[coefficient]!;
  const deviation = voiceScale.deviations[coefficient]!;
  return values.map((value) => Math.max(-REACH, Math.min(REACH, (value - mean) / deviation)));
}
