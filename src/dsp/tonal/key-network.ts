import type { Pitchgram } from "./pitchgram.js";
import { LOWEST_PITCH, PITCH_COUNT } from "./pitch-spectrum.js";
import { MapGrid, convolve, type Convolution } from "../network/network-layers.js";
import { TimeMaps, type TimeConvolution } from "../network/time-maps.js";
import { storedKeyNets } from "./key-network-weights.js";
import { weightReader, type StoredWeights } from "../network/stored-weights.js";

/** Outputs x inputs weights, and one bias per output. */
interface Dense {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

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
/** Pitch classes twice around; the step on which the twelve from the first on are centred; and zeros beside them. */
const CIRCLE_STEPS = 24;
const FIRST_ROTATION = 6;
const CIRCLE_MARGIN = 8;

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

/** One trained network. */
interface KeyNet {
  readonly convolutions: readonly Convolution[];
  readonly hidden: TimeConvolution;
  readonly output: TimeConvolution;
}

/**
 * Computes the probability of each of the 24 keys with two small convolutional networks, every 9 s.
 *
 * Four convolutions over pitch and time turn the pitchgram into twenty maps; their means over a
 * reading are folded into pitch classes, over all and over the low octaves, and the same dense network
 * is applied to them rotated to each of the twelve tonics. So transposition only rotates the result. The
 * logarithms of the probabilities of both networks, which were trained from different seeds, are averaged.
 *
 * Source: F. Korzeniowski and G. Widmer, "Genre-Agnostic Key Classification with Convolutional
 * Neural Networks", Proc. ISMIR, 2018 (convolutions over a log-frequency spectrogram, mean over
 * time). The rotation of one dense network and the training data are ours.
 */
export class KeyNetwork {
  readonly #nets = storedKeyNets.map(keyNetFrom);

  /**
   * Returns one row of 24 values per reading: natural logarithms of probabilities, C major to B major,
   * then C minor to B minor. At least one row, unless the pitchgram is empty.
   */
  readKeys(pitchgram: Pitchgram): Float64Array[] {
    const steps = networkSteps(pitchgram);
    if (steps.length === 0) return [];
    const grid = new MapGrid(PITCH_COUNT, steps.length);
    const input = networkInput(steps, grid);
    const maps = this.#nets.map(({ convolutions }) =>
      convolutions.reduce((layer, convolution) => convolve(layer, convolution, grid), [input]),
    );
    const sums = maps.map((each) => hopSums(each, grid));
    const readings: Float64Array[] = [];
    for (let from = 0; from === 0 || from + READING_HOP < steps.length; from += READING_HOP) {
      const stepCount = Math.min(READING_STEPS, steps.length - from);
      const hop = from / READING_HOP;
      const scores = new Float64Array(24);
      this.#nets.forEach((net, index) => {
        const own = sums[index]!.slice(hop, hop + READING_STEPS / READING_HOP);
        addScores(net, foldedMeans(own, stepCount), scores);
      });
      readings.push(normalised(scores.map((score) => score / this.#nets.length)));
    }
    return readings;
  }
}

function keyNetFrom(stored: StoredWeights): KeyNet {
  const take = weightReader(stored);
  const dense = (inputs: number, outputs: number): Dense => ({
    weights: take(inputs * outputs),
    biases: take(outputs),
  });
  return {
    convolutions: CONVOLUTION_SHAPES.map(([inputs, outputs, pitchReach, timeReach]) => ({
      ...dense(inputs * (2 * pitchReach + 1) * (2 * timeReach + 1), outputs),
      inputs,
      pitchReach,
      timeReach,
    })),
    hidden: overPitchClasses(dense(2 * MAP_COUNT * 12, HIDDEN_COUNT)),
    output: { ...dense(HIDDEN_COUNT, 2), width: 1, dilation: 1 },
  };
}

/**
 * Adds the scores of the 24 keys by the dense network of a net, applied at each tonic: one convolution over
 * the circle of pitch classes.
 */
function addScores({ hidden, output }: KeyNet, folded: Float32Array, scores: Float64Array): void {
  const maps = new TimeMaps(CIRCLE_STEPS, { margin: CIRCLE_MARGIN, maxCount: 2 * MAP_COUNT });
  maps.fill(circles(folded));
  maps.convolve(hidden, "rectified");
  maps.convolve(output, "linear");
  const [major, minor] = [maps.read(0), maps.read(1)];
  for (let rotation = 0; rotation < 12; rotation++) {
    const tonic = (LOWEST_PITCH + rotation) % 12;
    scores[tonic]! += major[FIRST_ROTATION + rotation]!;
    scores[12 + tonic]! += minor[FIRST_ROTATION + rotation]!;
  }
}

/** Logarithms of the probabilities that scores stand for. */
function normalised(scores: Float64Array): Float64Array {
  const max = scores.reduce((highest, score) => Math.max(highest, score), -Infinity);
  const sum = scores.reduce((total, score) => total + Math.exp(score - max), 0);
  return scores.map((score) => score - max - Math.log(sum));
}

/** Each twelve values twice, so that a convolution of width 12 reads them from any pitch class on. */
function circles(folded: Float32Array): Float32Array[] {
  return Array.from({ length: folded.length / 12 }, (_, map) => {
    const values = folded.subarray(12 * map, 12 * (map + 1));
    return Float32Array.from({ length: CIRCLE_STEPS }, (__, step) => values[step % 12]!);
  });
}

/** A dense layer over groups of twelve pitch classes as a convolution; its width is odd, its last weights zero. */
function overPitchClasses({ weights, biases }: Dense): TimeConvolution {
  const width = 13;
  const widened = new Float32Array((weights.length / 12) * width);
  for (let group = 0; group < weights.length / 12; group++) {
    widened.set(weights.subarray(12 * group, 12 * (group + 1)), width * group);
  }
  return { weights: widened, biases, width, dilation: 1 };
}

/** Compressed energies of the semitones, averaged over the frames of each step. */
function networkSteps({ rows, framesPerRow }: Pitchgram): Float32Array[] {
  const rowCount = rowsPerStep(framesPerRow);
  const stepCount = Math.max(Math.min(1, rows.length), Math.floor(rows.length / rowCount));
  return Array.from({ length: stepCount }, (_, step) => {
    const group = rows.slice(step * rowCount, (step + 1) * rowCount);
    return meanCompressed(group);
  });
}

function meanCompressed(rows: readonly Float32Array[]): Float32Array {
  const step = new Float32Array(PITCH_COUNT);
  for (let pitch = 0; pitch < PITCH_COUNT; pitch++) {
    let energy = 0;
    for (let row = 0; row < rows.length; row++) energy += rows[row]![pitch]!;
    step[pitch] = Math.log1p((2 * energy) / rows.length);
  }
  return step;
}

/** The steps as one map, divided by their standard deviation. */
function networkInput(steps: readonly Float32Array[], grid: MapGrid): Float32Array {
  let [sum, squares] = [0, 0];
  for (const step of steps) {
    for (let pitch = 0; pitch < PITCH_COUNT; pitch++) {
      sum += step[pitch]!;
      squares += step[pitch]! * step[pitch]!;
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

/** Sums of each map over the steps of each hop, pitch by pitch: hops x (maps x PITCH_COUNT). */
function hopSums(maps: readonly Float32Array[], grid: MapGrid): Float64Array[] {
  return Array.from({ length: Math.ceil(grid.stepCount / READING_HOP) }, (_, hop) => {
    const sums = new Float64Array(maps.length * PITCH_COUNT);
    const end = Math.min(grid.stepCount, (hop + 1) * READING_HOP);
    maps.forEach((map, m) => {
      const own = sums.subarray(m * PITCH_COUNT, (m + 1) * PITCH_COUNT);
      for (let step = hop * READING_HOP; step < end; step++) {
        addStep(map, grid.stepStart(step), own);
      }
    });
    return sums;
  });
}

function addStep(map: Float32Array, start: number, sums: Float64Array): void {
  for (let pitch = 0; pitch < PITCH_COUNT; pitch++) sums[pitch]! += map[start + pitch]!;
}

/**
 * Mean of each map over the steps of a reading, folded into 12 pitch classes: over all octaves, then over
 * the low ones.
 *
 * @param hops sums of its hops
 */
function foldedMeans(hops: readonly Float64Array[], stepCount: number): Float32Array {
  const folded = new Float32Array(2 * MAP_COUNT * 12);
  for (let m = 0; m < MAP_COUNT; m++) {
    for (let pitch = 0; pitch < PITCH_COUNT; pitch++) {
      let sum = 0;
      for (let hop = 0; hop < hops.length; hop++) sum += hops[hop]![m * PITCH_COUNT + pitch]!;
      const mean = sum / stepCount;
      folded[m * 12 + (pitch % 12)]! += mean / OCTAVES;
      if (pitch < 12 * LOW_OCTAVES) {
        folded[(MAP_COUNT + m) * 12 + (pitch % 12)]! += mean / LOW_OCTAVES;
      }
    }
  }
  return folded;
}
