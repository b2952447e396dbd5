import { RealFft } from "./fft.js";

// Bound here because looking up a global for every bin is slow where globals are proxied.
const { sqrt } = Math;

/** Geometry of a short-time spectrum, and who receives its frames. */
export interface ShortTimeSpectrumOptions {
  /** Analysis frame, a power of two of at least 8, samples. */
  readonly frameLength: number;
  /** Stride from frame to frame, samples, in [1, frameLength]. */
  readonly hopLength: number;
  /**
   * Receives each frame in order.
   *
   * @param magnitudes frameLength / 2 + 1 bins, >= 0; overwritten by the next frame
   * @param frameIndex 0, 1, 2 ...
   */
  readonly onFrame: (magnitudes: Float32Array, frameIndex: number) => void;
}

/**
 * Short-time magnitude spectrum of a stream of samples.
 *
 * Frame i is centred on sample i x hopLength and weighted by a periodic Hann window; what lies
 * outside the signal counts as zero. A stream of n samples gives ceil(n / hopLength) frames,
 * however it is cut into pushes; an empty one gives none. Nothing is allocated after construction.
 */
export class ShortTimeSpectrum {
  readonly #fft: RealFft;
  readonly #window: Float32Array;
  readonly #magnitudes: Float32Array;
  readonly #pending: Float32Array;
  readonly #hopLength: number;
  readonly #onFrame: (magnitudes: Float32Array, frameIndex: number) => void;
  /** Samples of `#pending` that are filled. */
  #filled: number;
  /** Where in `#pending` the next frame starts. */
  #start = 0;
  #frameIndex = 0;
  #sampleCount = 0;

  /** @throws {RangeError} `frameLength` is not a power of two of at least 8, or `hopLength` not in [1, frameLength] */
  constructor({ frameLength, hopLength, onFrame }: ShortTimeSpectrumOptions) {
    if (!Number.isInteger(hopLength) || hopLength < 1 || hopLength > frameLength) {
      throw new RangeError(`A hop of ${hopLength} samples is not in [1, ${frameLength}].`);
    }
    this.#fft = new RealFft(frameLength);
    this.#window = hannWindow(frameLength);
    this.#magnitudes = new Float32Array(frameLength / 2 + 1);
    this.#pending = new Float32Array(8 * frameLength);
    this.#filled = frameLength / 2;
    this.#hopLength = hopLength;
    this.#onFrame = onFrame;
  }

  /** Takes the next samples of the stream, any number of them. */
  push(samples: Float32Array): void {
    this.#sampleCount += samples.length;
    this.#append(samples, Infinity);
  }

  /** Ends the stream: emits the frames that reach beyond it, padded with zeros. */
  finish(): void {
    const frameCount = Math.ceil(this.#sampleCount / this.#hopLength);
    const zeros = new Float32Array(this.#fft.size);
    while (this.#frameIndex < frameCount) this.#append(zeros, frameCount);
  }

  #append(samples: Float32Array, frameLimit: number): void {
    const pending = this.#pending;
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(pending.length - this.#filled, samples.length - taken);
      pending.set(samples.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      while (this.#start + this.#fft.size <= this.#filled && this.#frameIndex < frameLimit) {
        this.#emitFrame();
      }
      pending.copyWithin(0, this.#start, this.#filled);
      this.#filled -= this.#start;
      this.#start = 0;
    }
  }

  #emitFrame(): void {
    const { real, imaginary } = this.#fft;
    const magnitudes = this.#magnitudes;
    this.#fft.transform(this.#pending, this.#start, this.#window);
    for (let k = 0; k < magnitudes.length; k++) {
      magnitudes[k] = sqrt(real[k]! * real[k]! + imaginary[k]! * imaginary[k]!);
    }
    this.#onFrame(magnitudes, this.#frameIndex);
    this.#frameIndex += 1;
    this.#start += this.#hopLength;
  }
}

/** Periodic Hann window of `length` factors in [0, 1]. */
export function hannWindow(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));
}
