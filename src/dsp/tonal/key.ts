import { chromaContrast, meanChroma, soundingRows } from "./chroma.js";
import { KeyNetwork } from "./key-network.js";
import type { Pitchgram } from "./pitchgram.js";

/** A key, and how sure it is. */
export interface KeyEstimate {
  /** Pitch class of the tonic, C = 0, integer in [0, 11]. */
  readonly tonic: number;
  readonly mode: "major" | "minor";
  /** [0, 1]: about the share of such estimates that are right. */
  readonly confidence: number;
  /** [0, 1]: the same for the mode alone, whatever the tonic. */
  readonly modeConfidence: number;
}

/** Chroma flatter than this has no key: noise stays below 0.1, music above 0.2. */
const LEAST_CONTRAST = 0.12;

/**
 * The key that most of a recording is in, or `null` where there is no tone, or no tonality.
 *
 * Readings of the network, one every 9 s, vote with the logarithms of their probabilities. Gain
 * does not change the key; transposing by n semitones moves the tonic by n.
 */
export function estimateKey(pitchgram: Pitchgram): KeyEstimate | null {
  if (chromaContrast(meanChroma(pitchgram)) < LEAST_CONTRAST) return null;
  const readings = new KeyNetwork().readKeys(soundingRows(pitchgram));
  const probabilities = jointProbabilities(readings);
  const confidence = probabilities.reduce((largest, p) => Math.max(largest, p), 0);
  const index = probabilities.indexOf(confidence);
  const majorShare = probabilities.subarray(0, 12).reduce((sum, p) => sum + p, 0);
  return index < 12
    ? { tonic: index, mode: "major", confidence, modeConfidence: majorShare }
    : { tonic: index - 12, mode: "minor", confidence, modeConfidence: 1 - majorShare };
}

/** Normalised geometric mean of the readings' probabilities. */
function jointProbabilities(readings: readonly Float64Array[]): Float64Array {
  const means = new Float64Array(24);
  for (const reading of readings) {
    for (let key = 0; key < 24; key++) means[key]! += reading[key]! / readings.length;
  }
  const weights = means.map((value) => Math.exp(value));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
