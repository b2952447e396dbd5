import {
  chromaContrast,
  meanChroma,
  semitoneProminence,
  soundingIndices,
  soundingRows,
} from "./chroma.js";
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
const MIN_CONTRAST = 0.12;

/** Prominence of semitones in noise and most drums; n frames of noise stay below this and that. */
const NOISE_PROMINENCE = 0.155;
const NOISE_DEVIATION = 0.12;
/** How far above noise music is: 92 in 100 tracks of Emotify are this far, 98 half as far. */
const MUSIC_DISTANCE = 0.1;

/** What the network read, in order. */
export interface KeyReading {
  /** Natural logarithms of probabilities, C major to B major, then C minor to B minor. */
  readonly evidence: Float64Array;
  /** The rows of the pitchgram, silent ones too, from the first heard to behind the last. */
  readonly startRow: number;
  readonly endRow: number;
}

/**
 * Readings of the network, one every 9 s of sound; none where there is no tone, or no tonality.
 *
 * The network learnt from music alone and is sure of itself for drums too. So it is believed only as
 * far as semitones stand out; for the rest, all keys are equally likely.
 */
export function readKeys(pitchgram: Pitchgram): readonly KeyReading[] {
  const rows = soundingIndices(pitchgram);
  const trust = trustInKeys(semitoneProminence(pitchgram), rows.length * pitchgram.framesPerRow);
  if (trust === 0 || chromaContrast(meanChroma(pitchgram)) < MIN_CONTRAST) return [];
  const { hop, length } = readingRows(pitchgram.framesPerRow);
  return new KeyNetwork().readKeys(soundingRows(pitchgram)).map((evidence, index) => ({
    evidence: evidence.map((logarithm) => Math.log(trust * Math.exp(logarithm) + (1 - trust) / 24)),
    startRow: rows[index * hop]!,
    endRow: rows[Math.min(rows.length, index * hop + length) - 1]! + 1,
  }));
}

/** How far the network is to be believed, [0, 1]: 0 where semitones stand out no more than in noise. */
function trustInKeys(prominence: number, frameCount: number): number {
  const noise = NOISE_PROMINENCE + NOISE_DEVIATION / Math.sqrt(frameCount);
  return Math.max(0, Math.min(1, (prominence - noise) / MUSIC_DISTANCE));
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
  const confidence = probabilities.reduce((max, p) => Math.max(max, p), 0);
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
