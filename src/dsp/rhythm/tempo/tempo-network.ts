import { TimeMaps, type TimeConvolution } from "../../network/time-maps.js";
import {
  TEMPO_BIN_COUNT,
  TEMPO_BINS_PER_OCTAVE,
  bpmToTempoBin,
  type Tempogram,
} from "./tempogram.js";
import { storedTempoNets } from "./tempo-network-weights.js";
import { type StoredWeights, weightReader } from "../../network/stored-weights.js";

const INPUT_COUNT = 15;

/** Patterns that a network detects. */
const PATTERN_COUNT = 12;

const PATTERN_WIDTH = 5;

/** Multiples of a tempo at which patterns are read. */
const RATIO_COUNT = 11;

const HIDDEN_COUNT = 24;

const SMOOTHING_WIDTH = 3;

const PREFERENCE_COUNT = 16;

const NETS: readonly TempoNetWeights[] = storedTempoNets.map(tempoNetFrom);

/** Tempi that a listener would tap: bins from 38 BPM up to, not including, 230 BPM. */
const FIRST_BIN = Math.round(bpmToTempoBin(38));
const END_BIN = Math.round(bpmToTempoBin(230));
const CANDIDATE_COUNT = END_BIN - FIRST_BIN;

/** Multiples of a candidate tempo at which the tempogram is read. */
const RATIOS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3, 4];
const RATIO_BINS = RATIOS.map((ratio) => Math.round(TEMPO_BINS_PER_OCTAVE * Math.log2(ratio)));

/** Curves as the networks read them: one value for each candidate, and one more on either side for smoothing. */
const READ_COUNT = CANDIDATE_COUNT + 2;

/** Zeros on either side of a curve, as many as the widest convolution needs or more. */
const MARGIN = 4;

/**
 * Computes how likely a listener taps each tempo, with small convolutional networks.
 *
 * A network detects patterns along the tempo axis, reads them at eleven multiples of each candidate, so
 * that octaves can be distinguished, and scores the candidate. The scores of all networks are averaged.
 * Scaling the tempogram does not change the result.
 *
 * Source: our own architecture, after the idea of H. Schreiber and M. Mueller, "A Single-step Approach
 * to Musical Tempo Estimation Using a Convolutional Neural Network", Proc. ISMIR, 2018, that tempo is a
 * class to be read off an image. Weights: see `tempo-network-weights.json`.
 *
 * @returns `TEMPO_BIN_COUNT` probabilities that sum to 1, zero outside 38 to 230 BPM
 */
export function tempoLikelihood(image: Tempogram): Float64Array {
  const inputs = standardisedInputs(image);
  const scores = new Float64Array(CANDIDATE_COUNT);
  for (const net of NETS) {
    const own = candidateScores(inputs, net);
    for (let i = 0; i < CANDIDATE_COUNT; i++) scores[i]! += own[i]! / NETS.length;
  }
  const likelihood = new Float64Array(TEMPO_BIN_COUNT);
  const max = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - max));
  const sum = exponentials.reduce((total, value) => total + value, 0);
  exponentials.forEach((value, i) => (likelihood[FIRST_BIN + i] = value / sum));
  return likelihood;
}

/** Each curve with mean 0 and standard deviation 1 along the tempo axis. */
function standardisedInputs({ curves, alternation }: Tempogram): Float32Array[] {
  const inputs = curves.flatMap(({ autocorrelation, fourier }) => [autocorrelation, fourier]);
  return [...inputs, ...alternation].map((curve) => {
    const mean = curve.reduce((sum, value) => sum + value, 0) / curve.length;
    const variance = curve.reduce((sum, value) => sum + (value - mean) ** 2, 0) / curve.length;
    const scale = 1 / (Math.sqrt(variance) + 1e-4);
    return curve.map((value) => (value - mean) * scale);
  });
}

function candidateScores(inputs: readonly Float32Array[], net: TempoNetWeights): Float32Array {
  const found = new TimeMaps(TEMPO_BIN_COUNT, { margin: MARGIN, maxCount: inputs.length });
  found.fill(inputs);
  found.convolve(net.patterns, "rectified");
  const patterns = Array.from({ length: PATTERN_COUNT }, (_, pattern) => found.read(pattern));

  const read = new TimeMaps(READ_COUNT, { margin: MARGIN, maxCount: RATIO_COUNT * PATTERN_COUNT });
  read.fill(RATIO_BINS.flatMap((offset) => patterns.map((pattern) => readAt(pattern, offset))));
  read.convolve(net.relations, "rectified");
  read.convolve(net.smoothing, "rectified");
  read.convolve(net.output, "linear");
  return read
    .read(0)
    .subarray(1, 1 + CANDIDATE_COUNT)
    .map((score, i) => score + preferenceAt(net.preference, i / (CANDIDATE_COUNT - 1)));
}

/** The values of a pattern at the candidates and their neighbours, `offset` bins faster; 0 beyond the axis. */
function readAt(pattern: Float32Array, offset: number): Float32Array {
  const values = new Float32Array(READ_COUNT);
  const first = FIRST_BIN - 1 + offset;
  const missing = Math.max(0, -first);
  values.set(pattern.subarray(first + missing, first + READ_COUNT), missing);
  return values;
}

/** The preference at a fraction of its length, [0, 1], linearly interpolated. */
function preferenceAt(preference: Float32Array, fraction: number): number {
  const position = fraction * (preference.length - 1);
  const whole = Math.min(preference.length - 2, Math.floor(position));
  const part = position - whole;
  return preference[whole]! * (1 - part) + preference[whole + 1]! * part;
}

/** Weights of one trained network; its convolutions are along the tempo axis. */
export interface TempoNetWeights {
  /** From the curves of a tempogram to patterns. */
  readonly patterns: TimeConvolution;
  /** From each pattern at each ratio, ratio by ratio, to hidden units. */
  readonly relations: TimeConvolution;
  readonly smoothing: TimeConvolution;
  /** The score; it has no bias, since a constant for all tempi has no effect. */
  readonly output: TimeConvolution;
  /** Score added to each tempo, at equal steps from the slowest to the fastest. */
  readonly preference: Float32Array;
}

/** Returns the arrays of a stored network. */
function tempoNetFrom(stored: StoredWeights): TempoNetWeights {
  const take = weightReader(stored);
  const convolution = (inputs: number, outputs: number, width: number): TimeConvolution => ({
    weights: take(outputs * inputs * width),
    biases: take(outputs),
    width,
    dilation: 1,
  });
  return {
    patterns: convolution(INPUT_COUNT, PATTERN_COUNT, PATTERN_WIDTH),
    relations: convolution(RATIO_COUNT * PATTERN_COUNT, HIDDEN_COUNT, 1),
    smoothing: convolution(HIDDEN_COUNT, HIDDEN_COUNT, SMOOTHING_WIDTH),
    output: { weights: take(HIDDEN_COUNT), biases: new Float32Array(1), width: 1, dilation: 1 },
    preference: take(PREFERENCE_COUNT),
  };
}
