import {
  TEMPO_BIN_COUNT,
  TEMPO_BINS_PER_OCTAVE,
  bpmToTempoBin,
  type Tempogram,
} from "./tempogram.js";
import { storedTempoNets } from "./tempo-network-weights.js";
import { tempoNetFrom, type TempoNetWeights } from "./tempo-network-layout.js";

const NETS: readonly TempoNetWeights[] = storedTempoNets.map(tempoNetFrom);

/** Tempi that a listener would tap: bins from 38 BPM up to, not including, 230 BPM. */
const FIRST_BIN = Math.round(bpmToTempoBin(38));
const END_BIN = Math.round(bpmToTempoBin(230));
const CANDIDATE_COUNT = END_BIN - FIRST_BIN;

/** Multiples of a candidate tempo at which the tempogram is read. */
const RATIOS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3, 4];
const RATIO_BINS = RATIOS.map((ratio) => Math.round(TEMPO_BINS_PER_OCTAVE * Math.log2(ratio)));
const PATTERN_WIDTH = 5;
const SMOOTHING_WIDTH = 3;

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

function candidateScores(inputs: readonly Float32Array[], net: TempoNetWeights): Float64Array {
  const patterns = foundPatterns(inputs, net);
  // One candidate more on either side, because smoothing looks at the neighbours.
  const related = relatedPatterns(patterns, net);
  const smoothed = smoothedUnits(related, net);
  return Float64Array.from({ length: CANDIDATE_COUNT }, (_, i) => {
    const score = smoothed.reduce((sum, unit, u) => sum + net.outputWeights[u]! * unit[i]!, 0);
    return score + preferenceAt(net.preference, i / (CANDIDATE_COUNT - 1));
  });
}

/** Rectified convolution of all inputs along the tempo axis: one curve per pattern. */
function foundPatterns(inputs: readonly Float32Array[], net: TempoNetWeights): Float32Array[] {
  const reach = (PATTERN_WIDTH - 1) / 2;
  return Array.from(net.patternBiases, (bias, pattern) => {
    const curve = new Float32Array(TEMPO_BIN_COUNT).fill(bias);
    inputs.forEach((input, i) => {
      const first = (pattern * inputs.length + i) * PATTERN_WIDTH;
      for (let tap = 0; tap < PATTERN_WIDTH; tap++) {
        const weight = net.patternWeights[first + tap]!;
        for (let bin = 0; bin < TEMPO_BIN_COUNT; bin++) {
          curve[bin]! += weight * (input[bin + tap - reach] ?? 0);
        }
      }
    });
    return rectified(curve);
  });
}

/** Each hidden unit at each candidate, one more on either side: weighted sum of all patterns at all ratios. */
function relatedPatterns(patterns: readonly Float32Array[], net: TempoNetWeights): Float32Array[] {
  return Array.from(net.relationBiases, (bias, unit) => {
    const curve = new Float32Array(CANDIDATE_COUNT + 2).fill(bias);
    RATIO_BINS.forEach((offset, ratio) => {
      patterns.forEach((pattern, p) => {
        const index = (unit * RATIO_BINS.length + ratio) * patterns.length + p;
        const weight = net.relationWeights[index]!;
        for (let i = 0; i < curve.length; i++) {
          curve[i]! += weight * (pattern[FIRST_BIN - 1 + i + offset] ?? 0);
        }
      });
    });
    return rectified(curve);
  });
}

function smoothedUnits(units: readonly Float32Array[], net: TempoNetWeights): Float32Array[] {
  return Array.from(net.smoothingBiases, (bias, target) => {
    const curve = new Float32Array(CANDIDATE_COUNT).fill(bias);
    units.forEach((unit, u) => {
      const first = (target * units.length + u) * SMOOTHING_WIDTH;
      for (let tap = 0; tap < SMOOTHING_WIDTH; tap++) {
        const weight = net.smoothingWeights[first + tap]!;
        for (let i = 0; i < CANDIDATE_COUNT; i++) curve[i]! += weight * unit[i + tap]!;
      }
    });
    return rectified(curve);
  });
}

function rectified(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0;
  return values;
}

/** The preference at a fraction of its length, [0, 1], linearly interpolated. */
function preferenceAt(preference: Float32Array, fraction: number): number {
  const position = fraction * (preference.length - 1);
  const whole = Math.min(preference.length - 2, Math.floor(position));
  const part = position - whole;
  return preference[whole]! * (1 - part) + preference[whole + 1]! * part;
}
