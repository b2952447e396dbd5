import { RealFft } from "../spectrum/fft.js";
import { hannWindow } from "../spectrum/short-time-spectrum.js";
import type { OnsetStrength } from "./onset-strength.js";

/** Tempo axis: 36 bins per octave over five octaves from 15 BPM to 480 BPM. */
export const TEMPO_BINS_PER_OCTAVE = 36;
export const TEMPO_BIN_COUNT = 5 * TEMPO_BINS_PER_OCTAVE + 1;
const LOWEST_BPM = 15;

/** Tempogram window: 1024 frames, 11.9 s at 86 frames per second. */
const WINDOW_FRAMES = 1024;
const TRANSFORM_SIZE = 8192;
/** Longest lag read; the few pairs that lie further apart say nothing. */
const MAXIMUM_LAG_FRAMES = WINDOW_FRAMES - 8;

/** Two periodicity measures of one onset curve, one value per tempo bin. */
export interface PeriodicityCurves {
  /** Normalised autocorrelation at the lag of the tempo; largest is about 1. Shows sub-multiples. */
  readonly autocorrelation: Float32Array;
  /** Magnitude of the Fourier transform at the tempo's rate, per root energy. Shows multiples. */
  readonly fourier: Float32Array;
}

/**
 * Strength of each tempo in each register: 2 x (registers + 1) curves of `TEMPO_BIN_COUNT` bins,
 * registers from low to high, then their total.
 */
export type Tempogram = readonly PeriodicityCurves[];

/** Beats per minute of a (perhaps fractional) tempo bin. */
export function tempoBinToBpm(bin: number): number {
  return LOWEST_BPM * 2 ** (bin / TEMPO_BINS_PER_OCTAVE);
}

/** Tempo bin, fractional, of a tempo in beats per minute. */
export function bpmToTempoBin(bpm: number): number {
  return TEMPO_BINS_PER_OCTAVE * Math.log2(bpm / LOWEST_BPM);
}

/**
 * Tempogram averaged over windows of 12 s that overlap by half.
 *
 * Windows without onsets are left out; with none left all curves are zero.
 *
 * Source: P. Grosche, M. Mueller and F. Kurth, "Cyclic Tempogram", Proc. ICASSP, 2010
 * (autocorrelation and Fourier tempograms on a logarithmic tempo axis); the pair of the two resolves
 * octaves as in G. Peeters, "Time Variable Tempo Detection and Beat Marking", Proc. ICMC, 2005.
 */
export function tempogram(onsets: OnsetStrength): Tempogram {
  const fft = new RealFft(TRANSFORM_SIZE);
  return [...onsets.registers, onsets.total].map((curve) =>
    periodicity(curve, onsets.frameRate, fft),
  );
}

function periodicity(curve: Float32Array, frameRate: number, fft: RealFft): PeriodicityCurves {
  const autocorrelation = new Float32Array(TEMPO_BIN_COUNT);
  const fourier = new Float32Array(TEMPO_BIN_COUNT);
  const window = hannWindow(WINDOW_FRAMES);
  const centred = new Float32Array(WINDOW_FRAMES);
  const powers = new Float64Array(TRANSFORM_SIZE);
  let windowCount = 0;
  for (const start of windowStarts(curve.length)) {
    const length = Math.min(WINDOW_FRAMES, curve.length - start);
    const energy = copyCentred(curve, start, length, centred);
    if (energy < 1e-6) continue;
    windowCount += 1;
    addAutocorrelation(centred, length, frameRate, fft, powers, autocorrelation);
    for (let i = 0; i < WINDOW_FRAMES; i++) centred[i]! *= window[i]!;
    addFourier(centred, energy, frameRate, fft, fourier);
  }
  for (const values of [autocorrelation, fourier]) {
    for (let bin = 0; bin < values.length; bin++) values[bin]! /= Math.max(1, windowCount);
  }
  return { autocorrelation, fourier };
}

function windowStarts(frameCount: number): number[] {
  if (frameCount <= WINDOW_FRAMES) return [0];
  const starts: number[] = [];
  const hop = WINDOW_FRAMES / 2;
  for (let start = 0; start + WINDOW_FRAMES <= frameCount + hop / 2; start += hop) {
    starts.push(Math.min(start, frameCount - WINDOW_FRAMES));
  }
  return starts;
}

/** Copies a window less its mean, zeros behind it; returns its energy. */
function copyCentred(
  curve: Float32Array,
  start: number,
  length: number,
  centred: Float32Array,
): number {
  let mean = 0;
  for (let i = 0; i < length; i++) mean += curve[start + i]! / length;
  let energy = 0;
  centred.fill(0);
  for (let i = 0; i < length; i++) {
    centred[i] = curve[start + i]! - mean;
    energy += centred[i]! ** 2;
  }
  return energy;
}

function addAutocorrelation(
  centred: Float32Array,
  length: number,
  frameRate: number,
  fft: RealFft,
  powers: Float64Array,
  sums: Float32Array,
): void {
  fft.transform(centred);
  for (let k = 0; k <= TRANSFORM_SIZE / 2; k++) {
    powers[k] = fft.real[k]! ** 2 + fft.imaginary[k]! ** 2;
    powers[(TRANSFORM_SIZE - k) % TRANSFORM_SIZE] = powers[k]!;
  }
  fft.transform(powers);
  const products = fft.real;
  const energy = products[0]! + 1e-9;
  // Fewer pairs lie further apart; nine tenths of that loss is made good, so the far ones stay calm.
  const at = (lag: number): number =>
    ((products[lag]! / energy) * length) / Math.max(1, length - 0.9 * lag);
  for (let bin = 0; bin < TEMPO_BIN_COUNT; bin++) {
    const lag = (60 * frameRate) / tempoBinToBpm(bin);
    if (lag >= Math.min(MAXIMUM_LAG_FRAMES, length) - 1) continue;
    const whole = Math.floor(lag);
    const part = lag - whole;
    sums[bin]! += at(whole) * (1 - part) + at(whole + 1) * part;
  }
}

function addFourier(
  windowed: Float32Array,
  energy: number,
  frameRate: number,
  fft: RealFft,
  sums: Float32Array,
): void {
  fft.transform(windowed);
  const scale = 1 / (8 * Math.sqrt(energy));
  const at = (k: number): number => Math.hypot(fft.real[k]!, fft.imaginary[k]!);
  for (let bin = 0; bin < TEMPO_BIN_COUNT; bin++) {
    const place = (tempoBinToBpm(bin) / 60 / frameRate) * TRANSFORM_SIZE;
    const whole = Math.floor(place);
    const part = place - whole;
    sums[bin]! += (at(whole) * (1 - part) + at(whole + 1) * part) * scale;
  }
}
