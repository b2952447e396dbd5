import { kernel, kernelArrays } from "../kernel/kernel.js";
import { kaiserWindow } from "./kaiser-window.js";

/**
 * Half-band filter of 79 taps: every second one is zero, the rest are symmetric. Flat to 0.227 of
 * the input rate (10 kHz of 44.1) and down 60 dB from 0.273 of it, so only the transition aliases.
 */
const HALF_LENGTH = 39;
const KAISER_BETA = 5.65;
const SIDE_TAPS = sideTaps();
/** Output samples computed at once. */
const BLOCK_LENGTH = 4096;
const PENDING_LENGTH = 2 * BLOCK_LENGTH + 4 * HALF_LENGTH;
/** Floats beyond their arrays' ends that the kernel may touch. */
const KERNEL_MARGIN = 32;

/**
 * Halves the sample rate of a stream.
 *
 * Output sample i lies at input sample 2i: the filter's delay is compensated. A stream of n samples
 * gives ceil(n / 2), however it is cut into pushes. A constant keeps its value away from the ends,
 * where the signal counts as zero outside.
 *
 * Source: half-band FIR by windowed sinc, A. V. Oppenheim and R. W. Schafer, "Discrete-Time Signal
 * Processing", 3rd ed., 2010, section 7.6 (Kaiser window, 60 dB).
 */
export class HalvingDecimator {
  readonly #pending = new Float32Array(PENDING_LENGTH);
  readonly #arrays = kernelArrays([
    PENDING_LENGTH + KERNEL_MARGIN,
    SIDE_TAPS.length,
    PENDING_LENGTH + KERNEL_MARGIN,
    PENDING_LENGTH / 2 + KERNEL_MARGIN,
  ]);
  #output = new Float32Array(BLOCK_LENGTH);
  #filled = HALF_LENGTH;
  #inputCount = 0;
  #outputCount = 0;

  /**
   * Filters the next samples and returns the output samples that are complete.
   *
   * @returns samples at half the rate, possibly none; the array is reused by the next call
   */
  push(samples: Float32Array): Float32Array {
    this.#inputCount += samples.length;
    return this.#decimate(samples, Infinity);
  }

  /** Ends the stream and returns its last samples. */
  finish(): Float32Array {
    const missing = Math.ceil(this.#inputCount / 2) - this.#outputCount;
    return this.#decimate(new Float32Array(2 * HALF_LENGTH), missing);
  }

  #decimate(samples: Float32Array, outputLimit: number): Float32Array {
    this.#reserve(Math.min(outputLimit, (samples.length >> 1) + HALF_LENGTH + 2));
    const pending = this.#pending;
    let written = 0;
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(pending.length - this.#filled, samples.length - taken);
      pending.set(samples.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;

      const ready = (this.#filled - 2 * HALF_LENGTH + 1) >> 1;
      const passed = Math.max(0, Math.min(ready, outputLimit - written));
      this.#filter(passed, written);
      written += passed;
      pending.copyWithin(0, 2 * passed, this.#filled);
      this.#filled -= 2 * passed;
    }
    this.#outputCount += written;
    return this.#output.subarray(0, written);
  }

  /** Computes the next `count` output samples and stores them from `outputStart` on. */
  #filter(count: number, outputStart: number): void {
    if (count === 0) return;
    const [samples, taps, work, outputs] = this.#arrays;
    samples.set(this.#pending.subarray(0, this.#filled));
    taps.set(SIDE_TAPS);
    kernel().halve(
      samples.byteOffset,
      count,
      taps.byteOffset,
      SIDE_TAPS.length,
      work.byteOffset,
      outputs.byteOffset,
    );
    this.#output.set(outputs.subarray(0, count), outputStart);
  }

  #reserve(outputLength: number): void {
    if (this.#output.length < outputLength) this.#output = new Float32Array(2 * outputLength);
  }
}

/** Taps at distances 1, 3, 5 ... from the centre, whose own weight is 1/2. */
function sideTaps(): Float32Array {
  const window = kaiserWindow(2 * HALF_LENGTH + 1, KAISER_BETA);
  const taps = Float64Array.from({ length: (HALF_LENGTH + 1) / 2 }, (_, i) => {
    const distance = 2 * i + 1;
    return (
      (Math.sin((Math.PI * distance) / 2) / (Math.PI * distance)) * window[HALF_LENGTH + distance]!
    );
  });
  const gain = 4 * taps.reduce((sum, tap) => sum + tap, 0);
  return Float32Array.from(taps, (tap) => tap / gain);
}
