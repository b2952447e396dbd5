import {
  chromaContrast,
  meanChroma,
  semitoneProminence,
  soundingIndices,
  soundingRows,
} from "./chroma.js";
import { KeyNetwork, readingRows } from "./key-network.js";
import type { Pitchgram } from "./pitchgram.js";
import { TONAL_HOP_LENGTH, TONAL_SAMPLE_RATE } from "./pitch-spectrum.js";

const KEY_NETWORK = new KeyNetwork();

/** A key with its confidence. */
export interface KeyEstimate {
  /** Pitch class of the tonic, C = 0, integer in [0, 11]. */
  readonly tonic: number;
  readonly mode: "major" | "minor";
  /** [0, 1]: about the share of such estimates that are right. */
  readonly confidence: number;
  /** [0, 1]: confidence of the mode alone, for any tonic. */
  readonly modeConfidence: number;
  /** [0, 1]: what the network says of the key and of major, not calibrated; inputs of the models of moods. */
  readonly probability: number;
  readonly majorProbability: number;
}

/** Chroma flatter than this has no key: noise stays below 0.1, music above 0.2. */
const MIN_CONTRAST = 0.12;

/** Prominence of semitones in noise and most drums; n frames of noise stay below the sum of both terms. */
const NOISE_PROMINENCE = 0.155;
const NOISE_DEVIATION = 0.12;
/**
 * Prominence above noise at which readings are fully trusted: 92 of 100 tracks of Emotify reach it, 98
 * half of it.
 */
const MUSIC_DISTANCE = 0.1;

/** One reading of the network. */
export interface KeyReading {
  /** Natural logarithms of probabilities, C major to B major, then C minor to B minor. */
  readonly evidence: Float64Array;
  /**
   * Rows of the pitchgram, silent ones included, that the reading covers: the first, and the one after
   * the last.
   */
  readonly startRow: number;
  readonly endRow: number;
  /** Length of the sound that was read, (0, 18]. */
  readonly soundSeconds: number;
}

/**
 * Exponent of the probabilities where the reading is long, and by how much less it is in one second. The network
 * learnt from readings of 9 and 18 s: it is too sure of shorter ones, and too unsure of those. Fitted on 733 clips
 * that were held out from its training, whole and cut to 5, 8 and 12 s, by `fit-key-confidence.ts`.
 */
const SHARPNESS = { long: 1.4, lessInOneSecond: 2.5 };
const MIN_SHARPNESS = 0.2;

/**
 * Returns the readings of the network, one every 9 s of sound; none where there is no tone, or no tonality.
 *
 * The network was trained on music alone and gives high probabilities for drums too. So its readings are
 * weighted by how far semitones stand out, and the rest is distributed equally over all keys.
 */
export function readKeys(pitchgram: Pitchgram): readonly KeyReading[] {
  const rows = soundingIndices(pitchgram);
  const weight = readingWeight(semitoneProminence(pitchgram), rows.length * pitchgram.framesPerRow);
  if (weight === 0 || chromaContrast(meanChroma(pitchgram)) < MIN_CONTRAST) return [];
  const { hop, length } = readingRows(pitchgram.framesPerRow);
  const rowSeconds = (pitchgram.framesPerRow * TONAL_HOP_LENGTH) / TONAL_SAMPLE_RATE;
  return KEY_NETWORK.readKeys(soundingRows(pitchgram)).map((evidence, index) => {
    const first = index * hop;
    const end = Math.min(rows.length, first + length);
    return {
      evidence: evidence.map((logarithm) =>
        Math.log(weight * Math.exp(logarithm) + (1 - weight) / 24),
      ),
      startRow: rows[first]!,
      endRow: rows[end - 1]! + 1,
      soundSeconds: (end - first) * rowSeconds,
    };
  });
}

/** Weight of the network's readings, [0, 1]: 0 where semitones stand out no more than in noise. */
function readingWeight(prominence: number, frameCount: number): number {
  const noise = NOISE_PROMINENCE + NOISE_DEVIATION / Math.sqrt(frameCount);
  return Math.max(0, Math.min(1, (prominence - noise) / MUSIC_DISTANCE));
}

/**
 * Returns the main key of a recording, or `null` without readings.
 *
 * The logarithms of the readings' probabilities are averaged. Gain does not change the key;
 * transposing by n semitones moves the tonic by n.
 */
export function estimateKey(readings: readonly KeyReading[]): KeyEstimate | null {
  if (readings.length === 0) return null;
  const raw = jointProbabilities(readings, 1);
  const probability = raw.reduce((max, p) => Math.max(max, p), 0);
  const index = raw.indexOf(probability);
  const calibrated = jointProbabilities(readings, sharpnessOf(readings));
  const [majorProbability, major] = [raw, calibrated].map((probabilities) =>
    probabilities.subarray(0, 12).reduce((sum, p) => sum + p, 0),
  ) as [number, number];
  return {
    tonic: index % 12,
    mode: index < 12 ? "major" : "minor",
    confidence: calibrated[index]!,
    modeConfidence: index < 12 ? major : 1 - major,
    probability,
    majorProbability,
  };
}

/**
 * Returns the exponent with which the probabilities of the readings are calibrated, > 0.
 *
 * @param readings at least one
 * @param sharpness its value where the longest reading is long, and by how much less it is in one second
 */
export function sharpnessOf(readings: readonly KeyReading[], sharpness = SHARPNESS): number {
  const longest = Math.max(...readings.map(({ soundSeconds }) => soundSeconds));
  return Math.max(MIN_SHARPNESS, sharpness.long - sharpness.lessInOneSecond / longest);
}

/**
 * Returns the probabilities of the keys, C major to B major, then C minor to B minor: the geometric mean of those of the
 * readings, raised to `sharpness` and normalised.
 */
export function jointProbabilities(
  readings: readonly KeyReading[],
  sharpness: number,
): Float64Array {
  const means = new Float64Array(24);
  for (const { evidence } of readings) {
    for (let key = 0; key < 24; key++) means[key]! += evidence[key]! / readings.length;
  }
  const weights = means.map((value) => Math.exp(sharpness * value));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
