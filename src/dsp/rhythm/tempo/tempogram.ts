import { RealFft } from "../../spectrum/fft.js";
import type { OnsetStrength } from "../onset-strength.js";
import { centredWindow, isSilent, WINDOW_FRAMES, type CentredWindow } from "./centred-window.js";
import { FOURIER_SIZE, FourierMagnitudes } from "./fourier-magnitudes.js";
import { MeanCurve } from "./mean-curve.js";

/** Transform size with room for all lags of a window. */
const CORRELATION_SIZE = 2 * WINDOW_FRAMES;

const BIN_COUNT = CORRELATION_SIZE / 2 + 1;

/** Pairs of registers, bass with snare or cymbals, whose strokes may alternate. */
const REGISTER_PAIRS = [
  [0, 2],
  [0, 3],
  [1, 3],
] as const;

/** Tempo axis: 36 bins per octave over five octaves from 15 BPM to 480 BPM. */
export const TEMPO_BINS_PER_OCTAVE = 36;
export const TEMPO_BIN_COUNT = 5 * TEMPO_BINS_PER_OCTAVE + 1;
const LOWEST_BPM = 15;

/** Maximum lag; too few pairs lie further apart. */
const MAX_LAG_FRAMES = WINDOW_FRAMES - 8;

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
  const length = Math.min(WINDOW_FRAMES, onsets.frameCount);
  const correlations = new Correlations(inputs.length);
  const lags = tempoBins((bpm) => (60 * onsets.frameRate) / bpm);
  const rates = tempoBins((bpm) => (bpm / 60 / onsets.frameRate) * FOURIER_SIZE);
  const fourier = new FourierMagnitudes(inputs.length, Math.floor(Math.max(...rates)) + 2);
  for (const start of windowStarts(onsets.frameCount)) {
    const windows = inputs.map((curve) => centredWindow(curve.subarray(start, start + length)));
    correlations.add(windows);
    fourier.add(windows);
  }
  const { curves, alternation } = correlations.means(length);
  const lastLag = Math.min(MAX_LAG_FRAMES, length) - 1;
  const atLags = (curve: Float64Array): Float32Array =>
    Float32Array.from(lags, (lag) => (lag < lastLag ? interpolated(curve, lag) : 0));
  return {
    curves: fourier.means().map((magnitudes, i) => ({
      autocorrelation: atLags(curves[i]!),
      fourier: Float32Array.from(rates, (rate) => interpolated(magnitudes, rate)),
    })),
    alternation: alternation.map(atLags),
  };
}

/** Positions of the tempo bins on another axis. */
function tempoBins(position: (bpm: number) => number): Float64Array {
  return Float64Array.from({ length: TEMPO_BIN_COUNT }, (_, bin) => position(tempoBinToBpm(bin)));
}

/** Linear interpolation between the values of a curve. */
function interpolated(curve: Float64Array, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  return curve[whole]! * (1 - part) + curve[whole + 1]! * part;
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

/** Mean normalised correlations of windows: of each curve with itself, and of the pairs of registers. */
class Correlations {
  readonly #fft = new RealFft(CORRELATION_SIZE);
  readonly #real: readonly Float64Array[];
  readonly #imaginary: readonly Float64Array[];
  readonly #curves: readonly MeanCurve[];
  readonly #pairs = REGISTER_PAIRS.map(() => new MeanCurve(BIN_COUNT));

  constructor(curveCount: number) {
    const each = Array.from({ length: curveCount }, (_, i) => i);
    this.#real = each.map(() => new Float64Array(BIN_COUNT));
    this.#imaginary = each.map(() => new Float64Array(BIN_COUNT));
    this.#curves = each.map(() => new MeanCurve(BIN_COUNT));
  }

  /** @param windows one per curve */
  add(windows: readonly CentredWindow[]): void {
    windows.forEach((window, i) => {
      if (isSilent(window)) return;
      this.#fft.transform(window.samples);
      this.#real[i]!.set(this.#fft.real);
      this.#imaginary[i]!.set(this.#fft.imaginary);
      this.#addProduct(this.#curves[i]!, i, i, 1 / window.energy);
    });
    REGISTER_PAIRS.forEach(([low, high], pair) => {
      const [a, b] = [windows[low]!, windows[high]!];
      if (isSilent(a) || isSilent(b)) return;
      this.#addProduct(this.#pairs[pair]!, low, high, 1 / Math.sqrt(a.energy * b.energy));
    });
  }

  /**
   * Returns the mean correlation at each lag, averaged over both directions in time.
   *
   * @param length of a window, frames
   */
  means(length: number): { curves: Float64Array[]; alternation: Float64Array[] } {
    const correlation = (curve: MeanCurve): Float64Array => this.#correlation(curve.mean(), length);
    return {
      curves: this.#curves.map(correlation),
      alternation: this.#pairs.map(correlation),
    };
  }

  /** Adds the spectrum of a correlation: these are summed, since their transform back is linear. */
  #addProduct(sum: MeanCurve, low: number, high: number, scale: number): void {
    const [aReal, bReal] = [this.#real[low]!, this.#real[high]!];
    const [aImaginary, bImaginary] = [this.#imaginary[low]!, this.#imaginary[high]!];
    for (let k = 0; k < BIN_COUNT; k++) {
      sum.sums[k]! += scale * (aReal[k]! * bReal[k]! + aImaginary[k]! * bImaginary[k]!);
    }
    sum.count += 1;
  }

  #correlation(products: Float64Array, length: number): Float64Array {
    const both = new Float64Array(CORRELATION_SIZE);
    both.set(products);
    for (let k = 1; k < BIN_COUNT; k++) both[CORRELATION_SIZE - k] = products[k]!;
    this.#fft.transform(both);
    // Fewer pairs lie further apart; nine tenths of that loss is compensated, which limits noise at long lags.
    const scale = length / CORRELATION_SIZE;
    return this.#fft.real.map((value, lag) => (value * scale) / Math.max(1, length - 0.9 * lag));
  }
}
