import type { MeanChroma } from "./chroma.js";
import { chromaContrast } from "./chroma.js";
import { gatedProfile, keyCorrelations } from "./key-profiles.js";

/** A key, and how sure it is. */
export interface KeyEstimate {
  /** Pitch class of the tonic, C = 0, integer in [0, 11]. */
  readonly tonic: number;
  readonly mode: "major" | "minor";
  /** [0, 1]: share of such estimates that are right, as far as that could be measured. */
  readonly confidence: number;
  /** [0, 1]: the same for the mode alone, whatever the tonic. */
  readonly modeConfidence: number;
}

/** What the bass and the strongest notes add to the chroma. */
const BASS_SHARE = 0.2;
const STRONGEST_SHARE = 0.3;
/** Chroma flatter than this has no key: noise stays below 0.1, music above 0.2. */
const LEAST_CONTRAST = 0.12;
/** Turns correlations into probabilities; the value of greatest likelihood on rendered music. */
const SHARPNESS = 8;

/**
 * The key whose profile fits the chroma best, or `null` where there is no tone, or no tonality.
 *
 * Gain does not change it; transposing by n semitones moves the tonic by n.
 */
export function estimateKey({ rowCount, body, bass, strongest }: MeanChroma): KeyEstimate | null {
  if (rowCount === 0 || chromaContrast(body) < LEAST_CONTRAST) return null;
  const mixed = body.map(
    (value, i) => value + BASS_SHARE * bass[i]! + STRONGEST_SHARE * strongest[i]!,
  );
  const probabilities = softmax(keyCorrelations(mixed, gatedProfile), SHARPNESS);
  const confidence = probabilities.reduce((largest, p) => Math.max(largest, p), 0);
  const index = probabilities.indexOf(confidence);
  const majorShare = probabilities.subarray(0, 12).reduce((sum, p) => sum + p, 0);
  return index < 12
    ? { tonic: index, mode: "major", confidence, modeConfidence: majorShare }
    : { tonic: index - 12, mode: "minor", confidence, modeConfidence: 1 - majorShare };
}

function softmax(scores: Float64Array, sharpness: number): Float64Array {
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const weights = scores.map((score) => Math.exp(sharpness * (score - largest)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
