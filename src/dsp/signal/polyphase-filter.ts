import { kernel, kernelArrays } from "../kernel/kernel.js";
import { kaiserWindow } from "./kaiser-window.js";

/** Zero crossings of the sinc on either side of its centre, at the lower of the two rates. */
const ZERO_CROSSINGS = 12;
/** 60 dB of stop band. */
const KAISER_BETA = 5.65;
/** Pass band edge as a fraction of the lower Nyquist frequency; 0.95 of 11.025 kHz is 10.5 kHz. */
const CUTOFF = 0.95;
/** Maximum number of filters. Where a ratio needs more phases, positions are rounded to the nearest one. */
const MAX_PHASE_COUNT = 1024;
const BLOCK_LENGTH = 8192;
/** Output samples computed at once. */
const OUTPUT_BLOCK_LENGTH = 16_384;

/**
 * Resamples a stream by a ratio of two rates with a bank of windowed sincs, one per phase.
 *
 * Ratios with up to 1024 phases are exact: every common pair of rates is one. For others the
 * position of an output sample is rounded to 1/1024 of an input sample. Output sample i lies at
 * input sample i x fromHz / toHz; outside the signal counts as zero.
 *
 * Source: J. O. Smith, "Digital Audio Resampling Home Page", CCRMA, 2002 (band-limited
 * interpolation by windowed sinc); every phase is scaled to pass a constant unchanged.
 */
export class PolyphaseFilter {
  /** Input samples per output sample. */
  readonly #step: number;
  readonly #reach: number;
  /** Length of a filter: twice its reach, and zeros up to a multiple of 4. */
  readonly #tapCount: number;
  readonly #phaseCount: number;
  readonly #taps: Float32Array;
  readonly #pending: Float32Array;
  readonly #arrays: readonly [Float32Array, Float32Array, Float32Array];
  #output = new Float32Array(BLOCK_LENGTH);
  #filled: number;
  /** Position in the input of the first sample of `#pending`; negative for the zeros before the signal. */
  #origin: number;
  #inputCount = 0;
  #outputCount = 0;

  /** @param fromHz, toHz positive rates, not equal */
  constructor(fromHz: number, toHz: number) {
    const lowerRate = Math.min(fromHz, toHz);
    this.#step = fromHz / toHz;
    this.#reach = Math.ceil((ZERO_CROSSINGS * fromHz) / lowerRate);
    this.#tapCount = 4 * Math.ceil(this.#reach / 2);
    this.#phaseCount = phaseCountOf(fromHz, toHz);
    const cutoff = (CUTOFF * lowerRate) / fromHz;
    this.#taps = tapBank(this.#phaseCount, this.#tapCount, this.#reach, cutoff);
    this.#pending = new Float32Array(BLOCK_LENGTH + 2 * this.#tapCount);
    this.#arrays = kernelArrays([this.#pending.length + 4, this.#taps.length, OUTPUT_BLOCK_LENGTH]);
    this.#filled = this.#reach;
    this.#origin = -this.#reach;
  }

  /** Filters the next samples and returns the complete output samples; the array is reused. */
  push(samples: Float32Array): Float32Array {
    this.#inputCount += samples.length;
    return this.#resample(samples, Infinity);
  }

  /** Ends the stream and returns its last samples. */
  finish(): Float32Array {
    const total = Math.ceil(this.#inputCount / this.#step);
    return this.#resample(new Float32Array(this.#tapCount + 2), total);
  }

  /** @param outputLimit samples of the whole stream after which to stop */
  #resample(samples: Float32Array, outputLimit: number): Float32Array {
    this.#reserve(Math.ceil((samples.length + this.#tapCount) / this.#step) + 2);
    const pending = this.#pending;
    let written = 0;
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(pending.length - this.#filled, samples.length - taken);
      pending.set(samples.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      written = this.#filter(written, outputLimit);
      this.#discardPast();
    }
    return this.#output.subarray(0, written);
  }

  /** Computes every output sample that is complete, and returns the index of the next. */
  #filter(outputStart: number, outputLimit: number): number {
    const [samples, taps, outputs] = this.#arrays;
    samples.set(this.#pending.subarray(0, this.#filled));
    samples.fill(0, this.#filled, this.#filled + 4);
    taps.set(this.#taps);
    for (let written = outputStart; ;) {
      const count = kernel().resample(
        samples.byteOffset,
        this.#filled,
        this.#origin,
        taps.byteOffset,
        this.#phaseCount,
        this.#tapCount,
        this.#reach,
        2 * this.#reach,
        this.#step,
        this.#outputCount,
        Math.min(outputLimit, this.#outputCount + OUTPUT_BLOCK_LENGTH),
        outputs.byteOffset,
      );
      this.#output.set(outputs.subarray(0, count), written);
      written += count;
      this.#outputCount += count;
      if (count < OUTPUT_BLOCK_LENGTH) return written;
    }
  }

  #discardPast(): void {
    const next = Math.floor(this.#outputCount * this.#step) - this.#reach;
    const past = Math.min(this.#filled, Math.max(0, next - this.#origin));
    this.#pending.copyWithin(0, past, this.#filled);
    this.#filled -= past;
    this.#origin += past;
  }

  #reserve(outputLength: number): void {
    if (this.#output.length < outputLength) this.#output = new Float32Array(2 * outputLength);
  }
}

/** Number of different positions of output samples relative to the input samples. */
function phaseCountOf(fromHz: number, toHz: number): number {
  for (let count = 1; count <= MAX_PHASE_COUNT; count++) {
    const steps = (count * fromHz) / toHz;
    if (Math.abs(steps - Math.round(steps)) < 1e-9 * steps) return count;
  }
  return MAX_PHASE_COUNT;
}

/** One filter per phase, phaseCount x tapCount: 2 x reach taps that sum to 1, then zeros. */
function tapBank(
  phaseCount: number,
  tapCount: number,
  reach: number,
  cutoff: number,
): Float32Array {
  const resolution = 64;
  const window = kaiserWindow(2 * reach * resolution + 1, KAISER_BETA);
  const bank = new Float32Array(phaseCount * tapCount);
  for (let phase = 0; phase < phaseCount; phase++) {
    const taps = bank.subarray(phase * tapCount, phase * tapCount + 2 * reach);
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) {
      const distance = tap - reach + 1 - phase / phaseCount;
      const index = Math.round((distance + reach) * resolution);
      taps[tap] = sinc(cutoff * distance) * window[index]!;
      sum += taps[tap]!;
    }
    for (let tap = 0; tap < taps.length; tap++) taps[tap]! /= sum;
  }
  return bank;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
