import { kaiserWindow } from "../signal/kaiser-window.js";

/** Samples on each side of an interpolated point. */
const SIDE = 6;
const TAPS = 2 * SIDE;
/** Kaiser shape; with 12 taps it keeps sines up to a quarter of the sample rate within 0.1 dB. */
const KAISER_BETA = 4;
const BLOCK = 2048;

/**
 * Largest magnitude of one channel between its samples, by fourfold oversampling, in a stream.
 *
 * Each of the three points between neighbouring samples is a 12-tap windowed sinc of the samples
 * around it. Where even the sum of the magnitudes could not exceed the peak so far, it is skipped.
 *
 * Source: ITU-R BS.1770-4, annex 2, with a filter of our own in place of the tabulated one.
 */
export class TruePeak {
  readonly #buffer = new Float64Array(BLOCK + TAPS - 1);
  #filled = SIDE - 1;
  #peak = 0;

  /** Takes the next samples, any number of them. */
  push(samples: Float32Array): void {
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(this.#buffer.length - this.#filled, samples.length - taken);
      for (let i = 0; i < count; i++) this.#buffer[this.#filled + i] = samples[taken + i]!;
      this.#filled += count;
      taken += count;
      if (this.#filled === this.#buffer.length) this.#drain();
    }
  }

  /** Ends the stream. The largest magnitude, linear, >= 0; at least that of the largest sample. */
  finish(): number {
    this.#buffer.fill(0, this.#filled);
    this.#drain();
    return this.#peak;
  }

  /** Interpolates behind every sample that has its whole neighbourhood, and keeps the rest. */
  #drain(): void {
    const x = this.#buffer;
    const [quarter, half] = PHASES;
    let largest = 0;
    for (let i = 0; i < x.length; i++) largest = larger(largest, x[i]!);
    let peak = larger(this.#peak, largest);
    for (let i = SIDE - 1; i + SIDE < x.length; i++) {
      const nearest = larger(larger(0, x[i]!), x[i + 1]!);
      if (nearest * INNER_SUM + largest * OUTER_SUM <= peak) continue;
      let first = 0;
      let middle = 0;
      let third = 0;
      for (let k = 0, j = i - SIDE + 1; k < TAPS; k++, j++) {
        const value = x[j]!;
        first += quarter[k]! * value;
        middle += half[k]! * value;
        third += quarter[TAPS - 1 - k]! * value;
      }
      peak = larger(larger(larger(peak, first), middle), third);
    }
    this.#peak = peak;
    x.copyWithin(0, x.length - TAPS + 1);
    this.#filled = TAPS - 1;
  }
}

/** The larger of a magnitude and the magnitude of a value. */
function larger(magnitude: number, value: number): number {
  return value > magnitude ? value : -value > magnitude ? -value : magnitude;
}

/** Windowed sinc for the point `quarters` quarters of a sample behind sample SIDE - 1. */
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
const isInner = (k: number): boolean => k === SIDE - 1 || k === SIDE;
const magnitudeSum = (keep: (k: number) => boolean): number =>
  Math.max(
    ...PHASES.map((phase) =>
      phase.reduce((sum, tap, k) => (keep(k) ? sum + Math.abs(tap) : sum), 0),
    ),
  );
/** What the two samples beside the point, and all others, can contribute at most. */
const INNER_SUM = magnitudeSum(isInner);
const OUTER_SUM = magnitudeSum((k) => !isInner(k));
