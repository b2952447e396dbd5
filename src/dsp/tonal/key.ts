import { chromaContrast, meanChroma, soundingIndices, soundingRows } from "./chroma.js";
import { KeyNetwork, readingRows } from "./key-network.js";
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

/** What the network read, in order. */
export interface KeyReading {
  /** Natural logarithms of probabilities, C major to B major, then C minor to B minor. */
  readonly evidence: Float64Array;
  /** The rows of the pitchgram, silent ones too, from the first heard to behind the last. */
  readonly startRow: number;
  readonly endRow: number;
}

/** Readings of the network, one every 9 s of sound; none where there is no tone, or no tonality. */
export function readKeys(pitchgram: Pitchgram): readonly KeyReading[] {
  if (chromaContrast(meanChroma(pitchgram)) < LEAST_CONTRAST) return [];
  const rows = soundingIndices(pitchgram);
  const { hop, length } = readingRows(pitchgram.framesPerRow);
  return new KeyNetwork().readKeys(soundingRows(pitchgram)).map((evidence, index) => ({
    evidence,
    startRow: rows[index * hop]!,
    endRow: rows[Math.min(rows.length, index * hop + length) - 1]! + 1,
  }));
}

/**
 * The key that most of a recording is in, or `null` where nothing was read.
 *
 * Readings vote with the logarithms of their probabilities. Gain does not change the key;
 * transposing by n semitones moves the tonic by n.
 */
export function estimateKey(readings: readonly KeyReading[]): KeyEstimate | null {
  if (readings.length === 0) return null;
  const probabilities = jointProbabilities(readings);
  const confidence = probabilities.reduce((largest, p) => Math.max(largest, p), 0);
  const index = probabilities.indexOf(confidence);
  const majorShare = probabilities.subarray(0, 12).reduce((sum, p) => sum + p, 0);
  return index < 12
    ? { tonic: index, mode: "major", confidence, modeConfidence: majorShare }
    : { tonic: index - 12, mode: "minor", confidence, modeConfidence: 1 - majorShare };
}

/** Normalised geometric mean of the readings' probabilities. */
function jointProbabilities(readings: readonly KeyReading[]): Float64Array {
  const means = new Float64Array(24);
  for (const { evidence } of readings) {
    for (let key = 0; key < 24; key++) means[key]! += evidence[key]! / readings.length;
  }
  const weights = means.map((value) => Math.exp(value));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
