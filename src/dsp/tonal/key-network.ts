import type { Pitchgram } from "./pitchgram.js";
import { LOWEST_PITCH, PITCH_COUNT } from "./pitch-spectrum.js";
import {
  MapGrid,
  convolve,
  denseOutputs,
  type Convolution,
  type Dense,
} from "../network/network-layers.js";
import { keyNetworkWeights } from "./key-network-weights.js";
import { weightReader } from "../network/stored-weights.js";

/** Frames of 0.19 s that are averaged to one step of the network. */
const FRAMES_PER_STEP = 2;
/** Steps that one reading covers, and steps from one reading to the next: 18 s (as in training) and 9 s. */
const READING_STEPS = 48;
const READING_HOP = 24;
const OCTAVES = PITCH_COUNT / 12;
const LOW_OCTAVES = 3;
/** Input maps, output maps, reach in semitones and reach in steps of each convolution. */
const CONVOLUTION_SHAPES = [
  [1, 8, 2, 1],
  [8, 8, 1, 1],
  [8, 20, 6, 0],
  [20, 20, 0, 2],
] as const;
/** Added to the standard deviation of the input, so that near silence is not amplified. */
const SPREAD_FLOOR = 0.05;
const MAP_COUNT = 20;
const HIDDEN_COUNT = 32;

/** Returns the rows of a pitchgram from one reading to the next (`hop`) and in one reading (`length`). */
export function readingRows(framesPerRow: number): {
  readonly hop: number;
  readonly length: number;
} {
  const rows = rowsPerStep(framesPerRow);
  return { hop: READING_HOP * rows, length: READING_STEPS * rows };
}

function rowsPerStep(framesPerRow: number): number {
  return Math.max(1, Math.round(FRAMES_PER_STEP / framesPerRow));
}

/**
 * Computes the probability of each of the 24 keys with a small convolutional network, every 9 s.
 *
 * Four convolutions over pitch and time turn the pitchgram into twenty maps; their means over a
 * reading are folded into pitch classes, over all and over the low octaves, and the same dense network
 * is applied to them rotated to each of the twelve tonics. So transposition only rotates the result.
 *
 * Source: F. Korzeniowski and G. Widmer, "Genre-Agnostic Key Classification with Convolutional
 * Neural Networks", Proc. ISMIR, 2018 (convolutions over a log-frequency spectrogram, mean over
 * time). The rotation of one dense network and the training data are ours.
 */
export class KeyNetwork {
  readonly #convolutions: readonly Convolution[];
  readonly #hidden: Dense;
  readonly #output: Dense;

  constructor() {
    const take = weightReader(keyNetworkWeights);
    const dense = (inputs: number, outputs: number): Dense => ({
      weights: take(inputs * outputs),
      biases: take(outputs),
    });
    this.#convolutions = CONVOLUTION_SHAPES.map(([inputs, outputs, pitchReach, timeReach]) => ({
      ...dense(inputs * (2 * pitchReach + 1) * (2 * timeReach + 1), outputs),
      inputs,
      pitchReach,
      timeReach,
    }));
    this.#hidden = dense(2 * MAP_COUNT * 12, HIDDEN_COUNT);
    this.#output = dense(HIDDEN_COUNT, 2);
  }

  /**
   * Returns one row of 24 values per reading: natural logarithms of probabilities, C major to B major,
   * then C minor to B minor. At least one row, unless the pitchgram is empty.
   */
  readKeys(pitchgram: Pitchgram): Float64Array[] {
    const steps = networkSteps(pitchgram);
    if (steps.length === 0) return [];
    const grid = new MapGrid(PITCH_COUNT, steps.length);
    let maps = [networkInput(steps, grid)];
    for (const layer of this.#convolutions) maps = convolve(maps, layer, grid);
    const readings: Float64Array[] = [];
    for (let from = 0; from === 0 || from + READING_HOP < steps.length; from += READING_HOP) {
      const to = Math.min(steps.length, from + READING_STEPS);
      readings.push(this.#evidence(foldedMeans(maps, from, to, grid)));
    }
    return readings;
  }

  /** Natural logarithms of the probabilities of the 24 keys, from the dense network applied at each tonic. */
  #evidence(folded: Float32Array): Float64Array {
    const scores = new Float64Array(24);
    const rotated = new Float32Array(folded.length);
    for (let rotation = 0; rotation < 12; rotation++) {
      for (let k = 0; k < folded.length; k++) {
        const pitchClass = k % 12;
        rotated[k] = folded[k - pitchClass + ((pitchClass + rotation) % 12)]!;
      }
      const hidden = denseOutputs(this.#hidden, rotated).map((value) => Math.max(0, value));
      const [major, minor] = denseOutputs(this.#output, hidden);
      const tonic = (LOWEST_PITCH + rotation) % 12;
      scores[tonic] = major!;
      scores[12 + tonic] = minor!;
    }
    const max = scores.reduce((highest, score) => Math.max(highest, score), -Infinity);
    const sum = scores.reduce((total, score) => total + Math.exp(score - max), 0);
    return scores.map((score) => score - max - Math.log(sum));
  }
}

/** Compressed energies of the semitones, averaged over the frames of each step. */
function networkSteps({ rows, framesPerRow }: Pitchgram): Float32Array[] {
  const rowCount = rowsPerStep(framesPerRow);
  const stepCount = Math.max(Math.min(1, rows.length), Math.floor(rows.length / rowCount));
  return Array.from({ length: stepCount }, (_, step) => {
    const group = rows.slice(step * rowCount, (step + 1) * rowCount);
    return group[0]!.map((_energy, pitch) => {
      let energy = 0;
      for (const row of group) energy += row[pitch]!;
      return Math.log1p((2 * energy) / group.length);
    });
  });
}

/** The steps as one map, divided by their standard deviation. */
function networkInput(steps: readonly Float32Array[], grid: MapGrid): Float32Array {
  let [sum, squares] = [0, 0];
  for (const step of steps) {
    for (const value of step) {
      sum += value;
      squares += value * value;
    }
  }
  const count = steps.length * PITCH_COUNT;
  const mean = sum / count;
  const scale = 1 / (Math.sqrt(Math.max(0, squares / count - mean * mean)) + SPREAD_FLOOR);
  const input = new Float32Array(grid.size);
  steps.forEach((step, index) => {
    const start = grid.stepStart(index);
    for (let pitch = 0; pitch < PITCH_COUNT; pitch++) input[start + pitch] = scale * step[pitch]!;
  });
  return input;
}

/**
 * Mean of each map from step `from` to `to`, folded into 12 pitch classes: over all octaves, then over
 * the low ones.
 */
function foldedMeans(
  maps: readonly Float32Array[],
  from: number,
  to: number,
  grid: MapGrid,
): Float32Array {
  const folded = new Float32Array(2 * maps.length * 12);
  const sums = new Float64Array(PITCH_COUNT);
  maps.forEach((map, m) => {
    sums.fill(0);
    for (let step = from; step < to; step++) {
      const start = grid.stepStart(step);
      for (let pitch = 0; pitch < PITCH_COUNT; pitch++) sums[pitch]! += map[start + pitch]!;
    }
    for (let pitch = 0; pitch < PITCH_COUNT; pitch++) {
      const mean = sums[pitch]! / (to - from);
      folded[m * 12 + (pitch % 12)]! += mean / OCTAVES;
      if (pitch < 12 * LOW_OCTAVES) {
        folded[(maps.length + m) * 12 + (pitch % 12)]! += mean / LOW_OCTAVES;
      }
    }
  });
  return folded;
}
