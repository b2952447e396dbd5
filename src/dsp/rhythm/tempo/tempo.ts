import { calibrated, type Calibration } from "../calibration.js";
import { tempoLikelihood } from "./tempo-network.js";
import {
  TEMPO_BIN_COUNT,
  TEMPO_BINS_PER_OCTAVE,
  bpmToTempoBin,
  tempoBinToBpm,
  type Tempogram,
} from "./tempogram.js";

/** Tempi that a listener would tap: bins from 38 BPM to 230 BPM. */
const LOWEST_BIN = Math.round(bpmToTempoBin(38));
const HIGHEST_BIN = Math.round(bpmToTempoBin(230));

/** Weights of the five registers and of their total, lowest register first. */
const CURVE_WEIGHTS = [0.8, 0.6, 0.8, 0.8, 0.8, 2] as const;
const OCTAVE = TEMPO_BINS_PER_OCTAVE;
const TWELFTH = Math.round(OCTAVE * Math.log2(3));

/** Autocorrelation repeats at multiples of the period: slower tempi support a candidate. */
const SLOWER_SUPPORT = [
  [0, 1],
  [-OCTAVE, 0.6],
  [-2 * OCTAVE, 0.4],
  [-TWELFTH, 0.3],
] as const;

/** A Fourier transform repeats at multiples of the rate: faster tempi support a candidate. */
const FASTER_SUPPORT = [
  [0, 1],
  [OCTAVE, 0.5],
  [2 * OCTAVE, 0.3],
  [TWELFTH, 0.15],
] as const;

/** Preferred tempo of listeners, beats per minute, and its standard deviation in octaves. */
const PREFERRED_BPM = 112;
const PREFERENCE_OCTAVES = 0.62;

/**
 * Weight of the rules relative to the networks. On clips held out the networks alone are best; the rules
 * help with music that is unlike all training data.
 */
const RULES_EXPONENT = 0.15;

/**
 * Calibration from the networks' probability to the share of tempi that are right within 4 %. Fitted across
 * generators, since real music differs from the training data: networks trained on clips of one
 * generator, evaluated on 1011 clips of another.
 */
const TEMPO_CALIBRATION: Calibration = { intercept: -0.29, slope: 0.589 };

/** Candidates closer than this are one tempo. */
const NEAREST_RIVAL_BINS = 5;

/**
 * Computes the salience of each tempo: how well the tempogram and its octaves support it, times how likely
 * a listener is to tap there. `TEMPO_BIN_COUNT` values >= 0 that sum to 1, zero outside 38 to 230
 * BPM; all zero where the tempogram is.
 *
 * Source: the product of autocorrelation and Fourier evidence after G. Peeters, "Time Variable
 * Tempo Detection and Beat Marking", Proc. ICMC, 2005; the log-normal preference after D. Moelants,
 * "Preferred Tempo Reconsidered", Proc. ICMPC, 2002, widened for recorded music.
 */
function tempoSalience(image: Tempogram): Float64Array {
  const slow = new Float64Array(TEMPO_BIN_COUNT);
  const fast = new Float64Array(TEMPO_BIN_COUNT);
  image.curves.forEach(({ autocorrelation, fourier }, curve) => {
    const weight = CURVE_WEIGHTS[curve] ?? 0;
    for (let bin = 0; bin < TEMPO_BIN_COUNT; bin++) {
      slow[bin]! += weight * Math.max(0, autocorrelation[bin]!);
      fast[bin]! += weight * fourier[bin]!;
    }
  });
  const salience = new Float64Array(TEMPO_BIN_COUNT);
  let sum = 0;
  for (let bin = LOWEST_BIN; bin <= HIGHEST_BIN; bin++) {
    const octaves = Math.log2(tempoBinToBpm(bin) / PREFERRED_BPM) / PREFERENCE_OCTAVES;
    const preference = Math.exp(-0.5 * octaves * octaves);
    salience[bin] =
      supported(slow, bin, SLOWER_SUPPORT) *
      Math.sqrt(supported(fast, bin, FASTER_SUPPORT)) *
      preference;
    sum += salience[bin]!;
  }
  return sum === 0 ? salience : salience.map((value) => value / sum);
}

/**
 * Computes the probability of each tempo: that of the networks, times the salience by rules with a small
 * weight.
 *
 * @returns `TEMPO_BIN_COUNT` values >= 0 that sum to 1; all zero where the tempogram is
 */
export function tempoDistribution(image: Tempogram): Float64Array {
  const likelihood = tempoLikelihood(image);
  const products = tempoSalience(image).map(
    (salience, bin) => likelihood[bin]! * salience ** RULES_EXPONENT,
  );
  const sum = products.reduce((total, product) => total + product, 0);
  return sum > 0 ? products.map((product) => product / sum) : products;
}

function supported(
  curve: Float64Array,
  bin: number,
  support: readonly (readonly [offset: number, weight: number])[],
): number {
  return support.reduce((sum, [offset, weight]) => sum + weight * (curve[bin + offset] ?? 0), 0);
}

/**
 * Returns the local maxima of a salience as tempi, strongest first.
 *
 * Each confidence is the salience within two bins (4 %) of the maximum.
 *
 * @param salience `TEMPO_BIN_COUNT` values >= 0 that sum to 1
 * @param maxCount maximum number of tempi
 * @returns no candidates when the salience is zero everywhere
 */
export function rankTempi(salience: Float64Array, maxCount: number): TempoCandidate[] {
  const peaks: { readonly bin: number; readonly mass: number }[] = [];
  for (let bin = 1; bin < TEMPO_BIN_COUNT - 1; bin++) {
    const value = salience[bin]!;
    if (value <= 0 || value < salience[bin - 1]! || value <= salience[bin + 1]!) continue;
    peaks.push({ bin: bin + peakOffset(salience, bin), mass: massAround(salience, bin) });
  }
  peaks.sort((a, b) => b.mass - a.mass);
  const kept: typeof peaks = [];
  for (const peak of peaks) {
    const isNew = kept.every(({ bin }) => Math.abs(bin - peak.bin) >= NEAREST_RIVAL_BINS);
    if (isNew && kept.length < maxCount) kept.push(peak);
  }
  return kept.map(({ bin, mass }) => ({ bpm: tempoBinToBpm(bin), confidence: mass }));
}

/**
 * Returns the tempi with calibrated confidences: of those with 0.9, about nine in ten are the tempo that a
 * listener taps. The other tempi share the rest, in proportion to their raw confidences.
 *
 * @param tempi as `rankTempi` returns them
 */
export function calibratedTempi(tempi: readonly TempoCandidate[]): TempoCandidate[] {
  const [first, ...rivals] = tempi;
  if (first === undefined) return [];
  const confidence = calibrated(first.confidence, TEMPO_CALIBRATION);
  const left = 1 - first.confidence;
  const share = left > 0 ? (1 - confidence) / left : 0;
  return [
    { ...first, confidence },
    ...rivals.map((rival) => ({ ...rival, confidence: rival.confidence * share })),
  ];
}

/** Returns whether a listener would tap a tempo, beats per minute: whether the networks know it. */
export function isTappable(bpm: number): boolean {
  const bin = bpmToTempoBin(bpm);
  return bin >= LOWEST_BIN && bin <= HIGHEST_BIN;
}

/** Returns whether two tempi, beats per minute, are one candidate. */
export function isNearRival(bpm: number, other: number): boolean {
  return Math.abs(bpmToTempoBin(bpm) - bpmToTempoBin(other)) < NEAREST_RIVAL_BINS;
}

/** Returns the probability within two bins (4 %) of a tempo, beats per minute. */
export function tempoMass(distribution: Float64Array, bpm: number): number {
  return massAround(distribution, Math.round(bpmToTempoBin(bpm)));
}

/** Offset of the peak of a parabola through a maximum and its neighbours, in bins. */
function peakOffset(values: Float64Array, bin: number): number {
  const before = values[bin - 1]!;
  const after = values[bin + 1]!;
  const curvature = before - 2 * values[bin]! + after;
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
}

function massAround(values: Float64Array, bin: number): number {
  let mass = 0;
  for (let i = bin - 2; i <= bin + 2; i++) mass += values[i] ?? 0;
  return mass;
}

/** One tempo at which a listener could tap. */
export interface TempoCandidate {
  /** Beats per minute, > 0. */
  readonly bpm: number;
  /** [0, 1]; the confidences of all candidates sum to at most 1. */
  readonly confidence: number;
}
