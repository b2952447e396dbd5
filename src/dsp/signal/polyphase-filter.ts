import { kaiserWindow } from "./kaiser-window.js";

/** Zero crossings of the sinc on either side of its centre, at the lower of the two rates. */
const ZERO_CROSSINGS = 12;
/** 60 dB of stop band. */
const KAISER_BETA = 5.65;
/** Pass band edge as a part of the lower Nyquist frequency; 0.95 of 11.025 kHz is 10.5 kHz. */
const CUTOFF = 0.95;
/** Filters kept. More than that many phases are rounded to the nearest kept one. */
const MAXIMUM_PHASE_COUNT = 1024;
const BLOCK_LENGTH = 8192;

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
  readonly #tapCount: number;
  readonly #phaseCount: number;
  readonly #taps: Float32Array;
  readonly #pending: Float32Array;
  #output = new Float32Array(BLOCK_LENGTH);
  #filled: number;
  /** Input sample that `#pending` begins with; negative for the zeros ahead of the signal. */
  #origin: number;
  #inputCount = 0;
  #outputCount = 0;

  /** @param fromHz, toHz positive rates, not equal */
  constructor(fromHz: number, toHz: number) {
    const lowerRate = Math.min(fromHz, toHz);
    this.#step = fromHz / toHz;
    this.#reach = Math.ceil((ZERO_CROSSINGS * fromHz) / lowerRate);
    this.#tapCount = 2 * this.#reach;
    this.#phaseCount = phaseCountOf(fromHz, toHz);
    this.#taps = tapBank(this.#phaseCount, this.#reach, (CUTOFF * lowerRate) / fromHz);
    this.#pending = new Float32Array(BLOCK_LENGTH + 2 * this.#tapCount);
    this.#filled = this.#reach;
    this.#origin = -this.#reach;
  }

  /** Takes the next samples and returns those that are complete; the array is reused. */
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
      while (this.#outputCount < outputLimit) {
        const position = Math.round(this.#outputCount * this.#step * this.#phaseCount);
        const centre = Math.floor(position / this.#phaseCount);
        const first = centre - this.#reach + 1 - this.#origin;
        if (first + this.#tapCount > this.#filled) break;
        this.#output[written++] = this.#filtered(first, position - centre * this.#phaseCount);
        this.#outputCount += 1;
      }
      this.#discardPast();
    }
    return this.#output.subarray(0, written);
  }

  #filtered(first: number, phase: number): number {
    const taps = this.#taps;
    const pending = this.#pending;
    const end = (phase + 1) * this.#tapCount;
    // Two sums, because one would wait for itself at every tap. The tap count is even.
    let even = 0;
    let odd = 0;
    for (let tap = phase * this.#tapCount, i = first; tap < end; tap += 2, i += 2) {
      even += taps[tap]! * pending[i]!;
      odd += taps[tap + 1]! * pending[i + 1]!;
    }
    return even + odd;
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

/** Positions between two input samples that an output sample can have. */
function phaseCountOf(fromHz: number, toHz: number): number {
  for (let count = 1; count <= MAXIMUM_PHASE_COUNT; count++) {
    const steps = (count * fromHz) / toHz;
    if (Math.abs(steps - Math.round(steps)) < 1e-9 * steps) return count;
  }
  return MAXIMUM_PHASE_COUNT;
}

/** One filter per phase: phaseCount x (2 x reach), each summing to 1. */
function tapBank(phaseCount: number, reach: number, cutoff: number): Float32Array {
  const resolution = 64;
  const window = kaiserWindow(2 * reach * resolution + 1, KAISER_BETA);
  const bank = new Float32Array(phaseCount * 2 * reach);
  for (let phase = 0; phase < phaseCount; phase++) {
    const taps = bank.subarray(phase * 2 * reach, (phase + 1) * 2 * reach);
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) {
      const distance = tap - reach + 1 - phase / phaseCount;
      const place = Math.round((distance + reach) * resolution);
      taps[tap] = sinc(cutoff * distance) * window[place]!;
      sum += taps[tap]!;
    }
    for (let tap = 0; tap < taps.length; tap++) taps[tap]! /= sum;
  }
  return bank;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
