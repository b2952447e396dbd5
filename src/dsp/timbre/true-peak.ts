import { kernel, kernelArrays } from "../kernel/kernel.js";
import { kaiserWindow } from "../signal/kaiser-window.js";

/** Samples on each side of an interpolated point. */
const SIDE = 6;
const TAPS = 2 * SIDE;
/** Kaiser shape; with 12 taps it keeps sines up to a quarter of the sample rate within 0.1 dB. */
const KAISER_BETA = 4;
const BLOCK = 2048;

/**
 * Meter of the largest magnitude of one channel of a stream, between samples too (fourfold oversampling).
 *
 * Each of the three points between neighbouring samples is a 12-tap windowed sinc of the samples
 * around it. Where even the sum of the magnitudes could not exceed the peak so far, it is skipped.
 *
 * Source: ITU-R BS.1770-4, annex 2, with a filter of our own in place of the tabulated one.
 */
export class TruePeak {
  readonly #buffer = new Float32Array(BLOCK + TAPS - 1);
  readonly #arrays = kernelArrays([BLOCK + TAPS - 1, 2 * TAPS]);
  #filled = SIDE - 1;
  #peak = 0;

  /** Measures the next samples, any number of them. */
  push(samples: Float32Array): void {
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(this.#buffer.length - this.#filled, samples.length - taken);
      this.#buffer.set(samples.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      if (this.#filled === this.#buffer.length) this.#drain();
    }
  }

  /** Ends the stream and returns the largest magnitude, linear, >= 0; at least that of the largest sample. */
  finish(): number {
    this.#buffer.fill(0, this.#filled);
    this.#drain();
    return this.#peak;
  }

  /** Interpolates after each sample whose neighbours are all known, and keeps the rest for later. */
  #drain(): void {
    const [samples, taps] = this.#arrays;
    samples.set(this.#buffer);
    taps.set(PHASE_TAPS);
    this.#peak = kernel().interpolatedPeak(
      samples.byteOffset,
      BLOCK,
      taps.byteOffset,
      TAPS,
      INNER_SUM,
      OUTER_SUM,
      this.#peak,
    );
    this.#buffer.copyWithin(0, BLOCK);
    this.#filled = TAPS - 1;
  }
}

/** Windowed sinc for the point `quarters` quarters of a sample after sample SIDE - 1. */
function interpolator(quarters: number): Float64Array {
  const window = kaiserWindow(4 * TAPS + 1, KAISER_BETA);
  const taps = Float64Array.from({ length: TAPS }, (_, k) => {
    const distance = k - (SIDE - 1) - quarters / 4;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window[2 * TAPS + 4 * distance]!;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const PHASES = [interpolator(1), interpolator(2)] as const;
const PHASE_TAPS = Float32Array.from(PHASES.flatMap((phase) => [...phase]));
const isInner = (k: number): boolean => k === SIDE - 1 || k === SIDE;
const magnitudeSum = (include: (k: number) => boolean): number =>
  Math.max(
    ...PHASES.map((phase) =>
      phase.reduce((sum, tap, k) => (include(k) ? sum + Math.abs(tap) : sum), 0),
    ),
  );
/** Maximum contribution of the two samples next to the point, and of all others. */
const INNER_SUM = magnitudeSum(isInner);
const OUTER_SUM = magnitudeSum((k) => !isInner(k));
