import { RealFft } from "../../spectrum/fft.js";
import { hannWindow } from "../../spectrum/short-time-spectrum.js";
import type { OnsetStrength } from "../onset-strength.js";

/** Tempo axis: 36 bins per octave over five octaves from 15 BPM to 480 BPM. */
export const TEMPO_BINS_PER_OCTAVE = 36;
export const TEMPO_BIN_COUNT = 5 * TEMPO_BINS_PER_OCTAVE + 1;
const LOWEST_BPM = 15;

/** Tempogram window: 1024 frames, 11.9 s at 86 frames per second. */
const WINDOW_FRAMES = 1024;
/** Transform size with room for all lags of a window. */
const CORRELATION_SIZE = 2 * WINDOW_FRAMES;
/** Transform size whose bins are close enough for interpolation. */
const FOURIER_SIZE = 8192;
/** Maximum lag; too few pairs lie further apart. */
const MAX_LAG_FRAMES = WINDOW_FRAMES - 8;
/** Pairs of registers, bass with snare or cymbals, whose strokes may alternate. */
const REGISTER_PAIRS = [
  [0, 2],
  [0, 3],
  [1, 3],
] as const;

/** Two periodicity measures of one onset curve, one value per tempo bin. */
export interface PeriodicityCurves {
  /** Normalised autocorrelation at the lag of the tempo, at most about 1. Also large at sub-multiples. */
  readonly autocorrelation: Float32Array;
  /**
   * Magnitude of the Fourier transform at the tempo's rate, divided by the root of the energy. Also
   * large at multiples.
   */
  readonly fourier: Float32Array;
}

/** Strength of each tempo, as curves of `TEMPO_BIN_COUNT` bins. */
export interface Tempogram {
  /** One pair of curves per register from low to high, then one for their total. */
  readonly curves: readonly PeriodicityCurves[];
  /**
   * Normalised correlation, both ways averaged, of a low with a higher register at the lag of the
   * tempo. High where kick and snare alternate at that tempo, which distinguishes a beat from half of it.
   */
  readonly alternation: readonly Float32Array[];
}

/** Returns the beats per minute of a tempo bin, which may be fractional. */
export function tempoBinToBpm(bin: number): number {
  return LOWEST_BPM * 2 ** (bin / TEMPO_BINS_PER_OCTAVE);
}

/** Returns the fractional tempo bin of a tempo in beats per minute. */
export function bpmToTempoBin(bpm: number): number {
  return TEMPO_BINS_PER_OCTAVE * Math.log2(bpm / LOWEST_BPM);
}

/**
 * Computes the tempogram, averaged over windows of 12 s that overlap by half.
 *
 * Windows without onsets are left out; with none left all curves are zero.
 *
 * Source: P. Grosche, M. Mueller and F. Kurth, "Cyclic Tempogram", Proc. ICASSP, 2010
 * (autocorrelation and Fourier tempograms on a logarithmic tempo axis); the pair of the two distinguishes
 * octaves as in G. Peeters, "Time Variable Tempo Detection and Beat Marking", Proc. ICMC, 2005. The
 * correlation between registers is ours.
 */
export function tempogram(onsets: OnsetStrength): Tempogram {
  const inputs = [...onsets.registers, onsets.total];
  const windows = inputs.map(() => new WindowedCurve());
  const auto = inputs.map(() => new MeanCurve());
  const fourier = inputs.map(() => new MeanCurve());
  const alternation = REGISTER_PAIRS.map(() => new MeanCurve());
  const correlator = new Correlator(onsets.frameRate);
  for (const start of windowStarts(onsets.frameCount)) {
    windows.forEach((window, i) => {
      window.read(inputs[i]!, start);
      if (window.isSilent) return;
      correlator.addCorrelation(window, window, auto[i]!);
      correlator.addFourier(window, fourier[i]!);
    });
    REGISTER_PAIRS.forEach(([low, high], i) => {
      if (windows[low]!.isSilent || windows[high]!.isSilent) return;
      correlator.addCorrelation(windows[low]!, windows[high]!, alternation[i]!);
    });
  }
  return {
    curves: inputs.map((_, i) => ({
      autocorrelation: auto[i]!.mean(),
      fourier: fourier[i]!.mean(),
    })),
    alternation: alternation.map((curve) => curve.mean()),
  };
}

/** One window of a curve minus its mean, with its transform. */
class WindowedCurve {
  readonly samples = new Float32Array(WINDOW_FRAMES);
  readonly real = new Float64Array(CORRELATION_SIZE / 2 + 1);
  readonly imaginary = new Float64Array(CORRELATION_SIZE / 2 + 1);
  length = 0;
  energy = 0;

  get isSilent(): boolean {
    return this.energy < 1e-6;
  }

  read(curve: Float32Array, start: number): void {
    this.length = Math.min(WINDOW_FRAMES, curve.length - start);
    this.energy = copyCentred(curve, start, this.length, this.samples);
  }
}

/** Computes the mean of curves of `TEMPO_BIN_COUNT` bins. */
class MeanCurve {
  readonly #sums = new Float32Array(TEMPO_BIN_COUNT);
  #count = 0;

  add(valueOf: (bin: number) => number): void {
    for (let bin = 0; bin < TEMPO_BIN_COUNT; bin++) this.#sums[bin]! += valueOf(bin);
    this.#count += 1;
  }

  mean(): Float32Array {
    return this.#sums.map((sum) => sum / Math.max(1, this.#count));
  }
}

/** Correlations and Fourier magnitudes of windows, read at the tempo bins. */
class Correlator {
  readonly #fft = new RealFft(CORRELATION_SIZE);
  readonly #fourierFft = new RealFft(FOURIER_SIZE);
  readonly #hann = hannWindow(WINDOW_FRAMES);
  readonly #tapered = new Float32Array(WINDOW_FRAMES);
  readonly #products = new Float64Array(CORRELATION_SIZE);
  /** Position of each tempo bin on the lag axis, frames, and on the Fourier axis, bins. */
  readonly #lags: Float64Array;
  readonly #rates: Float64Array;

  constructor(frameRate: number) {
    const bpms = Float64Array.from({ length: TEMPO_BIN_COUNT }, (_, bin) => tempoBinToBpm(bin));
    this.#lags = bpms.map((bpm) => (60 * frameRate) / bpm);
    this.#rates = bpms.map((bpm) => (bpm / 60 / frameRate) * FOURIER_SIZE);
  }

  /** Correlation of two windows, averaged over both directions in time. */
  addCorrelation(a: WindowedCurve, b: WindowedCurve, sum: MeanCurve): void {
    if (a === b) this.#transform(a);
    const products = this.#products;
    for (let k = 0; k <= CORRELATION_SIZE / 2; k++) {
      products[k] = a.real[k]! * b.real[k]! + a.imaginary[k]! * b.imaginary[k]!;
      products[(CORRELATION_SIZE - k) % CORRELATION_SIZE] = products[k]!;
    }
    this.#fft.transform(products);
    const correlation = this.#fft.real;
    const scale = a.length / (CORRELATION_SIZE * Math.sqrt(a.energy * b.energy));
    // Fewer pairs lie further apart; nine tenths of that loss is compensated, which limits noise at long lags.
    const at = (lag: number): number =>
      (correlation[lag]! * scale) / Math.max(1, a.length - 0.9 * lag);
    const lastLag = Math.min(MAX_LAG_FRAMES, a.length) - 1;
    sum.add((bin) => (this.#lags[bin]! < lastLag ? interpolated(at, this.#lags[bin]!) : 0));
  }

  addFourier(window: WindowedCurve, sum: MeanCurve): void {
    const { real, imaginary } = this.#fourierFft;
    for (let i = 0; i < WINDOW_FRAMES; i++) this.#tapered[i] = window.samples[i]! * this.#hann[i]!;
    this.#fourierFft.transform(this.#tapered);
    const scale = 1 / (8 * Math.sqrt(window.energy));
    const at = (k: number): number => scale * Math.hypot(real[k]!, imaginary[k]!);
    sum.add((bin) => interpolated(at, this.#rates[bin]!));
  }

  #transform(window: WindowedCurve): void {
    this.#fft.transform(window.samples);
    window.real.set(this.#fft.real);
    window.imaginary.set(this.#fft.imaginary);
  }
}

/** Linear interpolation of a function of integers. */
function interpolated(at: (index: number) => number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  return at(whole) * (1 - part) + at(whole + 1) * part;
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

/** Copies a window minus its mean, followed by zeros; returns its energy. */
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
