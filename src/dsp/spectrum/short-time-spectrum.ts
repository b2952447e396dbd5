import { kernel, kernelArrays } from "../kernel/kernel.js";
import { spectrumTables } from "./spectrum-tables.js";

const MIN_FRAME_LENGTH = 32;
const MAX_FRAME_LENGTH = 16_384;
/** Frames that the kernel transforms in one call. */
const BATCH = 8;

/** Geometry of a short-time spectrum, and the callback that receives its frames. */
export interface ShortTimeSpectrumOptions {
  /** Analysis frame, a power of two in [32, 16 384], samples. */
  readonly frameLength: number;
  /** Stride from frame to frame, samples, in [1, frameLength]. */
  readonly hopLength: number;
  /** frameLength factors; default: a periodic Hann window. */
  readonly window?: Float32Array;
  /**
   * Which samples frame i spans: those around sample i x hopLength (default), or those from it on, of which only whole
   * frames are emitted.
   */
  readonly alignment?: "centre" | "start";
  /**
   * Receives each frame in order.
   *
   * @param magnitudes frameLength / 2 + 1 bins, >= 0; overwritten by the next frame
   * @param frameIndex 0, 1, 2 ...
   */
  readonly onFrame: (magnitudes: Float32Array, frameIndex: number) => void;
}

/**
 * Short-time magnitude spectrum of a stream of samples, in single precision.
 *
 * Frame i is centred on sample i x hopLength, unless it starts there, and weighted by a window. Where frames are
 * centred, samples outside the signal count as zero, and a stream of n samples gives ceil(n / hopLength) frames,
 * however it is cut into pushes; an empty one gives none. Nothing is allocated per frame, and
 * several spectra may be computed alternately.
 */
export class ShortTimeSpectrum {
  readonly #frameLength: number;
  readonly #hopLength: number;
  readonly #isCentred: boolean;
  readonly #onFrame: (magnitudes: Float32Array, frameIndex: number) => void;
  readonly #tables: Float32Array;
  /** Magnitudes of a batch of frames, and a view of each frame. */
  readonly #magnitudes: Float32Array;
  readonly #frames: readonly Float32Array[];
  readonly #arrays: readonly [Float32Array, Float32Array, Float32Array, Float32Array];
  readonly #pending: Float32Array;
  /** Samples of `#pending` that are filled. */
  #filled: number;
  /** Index in `#pending` at which the next frame starts. */
  #start = 0;
  #frameIndex = 0;
  #sampleCount = 0;

  /**
   * @throws {RangeError} `frameLength` is not a power of two in [32, 16 384], or `hopLength` not in [1,
   *   frameLength]
   */
  constructor({
    frameLength,
    hopLength,
    window = hannWindow(frameLength),
    alignment = "centre",
    onFrame,
  }: ShortTimeSpectrumOptions) {
    if (!isFrameLength(frameLength)) {
      throw new RangeError(
        `The frame length must be a power of two in [32, 16384], but is ${frameLength}.`,
      );
    }
    if (!Number.isInteger(hopLength) || hopLength < 1 || hopLength > frameLength) {
      throw new RangeError(
        `The hop length must be an integer in [1, ${frameLength}], but is ${hopLength}.`,
      );
    }
    const binCount = frameLength / 2 + 1;
    this.#frameLength = frameLength;
    this.#hopLength = hopLength;
    this.#isCentred = alignment === "centre";
    this.#onFrame = onFrame;
    this.#tables = spectrumTables(window);
    this.#magnitudes = new Float32Array(BATCH * binCount);
    this.#frames = Array.from({ length: BATCH }, (_, i) =>
      this.#magnitudes.subarray(i * binCount, (i + 1) * binCount),
    );
    this.#arrays = kernelArrays([
      (BATCH - 1) * hopLength + frameLength,
      this.#tables.length,
      2 * frameLength,
      BATCH * binCount,
    ]);
    this.#pending = new Float32Array(8 * frameLength);
    this.#filled = this.#isCentred ? frameLength / 2 : 0;
  }

  /** Transforms the next samples of the stream, any number of them. */
  push(samples: Float32Array): void {
    this.#sampleCount += samples.length;
    this.#append(samples, Infinity);
  }

  /** Ends the stream: emits the centred frames that reach beyond it, padded with zeros. */
  finish(): void {
    if (!this.#isCentred) return;
    const frameCount = Math.ceil(this.#sampleCount / this.#hopLength);
    const zeros = new Float32Array(this.#frameLength);
    while (this.#frameIndex < frameCount) this.#append(zeros, frameCount);
  }

  #append(samples: Float32Array, frameLimit: number): void {
    const pending = this.#pending;
    for (let taken = 0; taken < samples.length;) {
      const count = Math.min(pending.length - this.#filled, samples.length - taken);
      pending.set(samples.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      while (this.#emitFrames(frameLimit));
      pending.copyWithin(0, this.#start, this.#filled);
      this.#filled -= this.#start;
      this.#start = 0;
    }
  }

  /** Emits the next frames, at most a batch; returns whether there were any. */
  #emitFrames(frameLimit: number): boolean {
    const behind = this.#filled - this.#start - this.#frameLength;
    const ready = Math.floor(behind / this.#hopLength) + 1;
    const count = Math.min(BATCH, frameLimit - this.#frameIndex, ready);
    if (count < 1) return false;

    this.#transform(count);
    this.#start += count * this.#hopLength;
    for (let i = 0; i < count; i++) this.#onFrame(this.#frames[i]!, this.#frameIndex++);
    return true;
  }

  #transform(frameCount: number): void {
    const length = (frameCount - 1) * this.#hopLength + this.#frameLength;
    const [samples, tables, work, magnitudes] = this.#arrays;
    samples.set(this.#pending.subarray(this.#start, this.#start + length));
    tables.set(this.#tables);
    kernel().spectra(
      samples.byteOffset,
      frameCount,
      this.#hopLength,
      this.#frameLength,
      tables.byteOffset,
      work.byteOffset,
      magnitudes.byteOffset,
    );
    this.#magnitudes.set(magnitudes);
  }
}

function isFrameLength(length: number): boolean {
  return (
    Number.isInteger(Math.log2(length)) && length >= MIN_FRAME_LENGTH && length <= MAX_FRAME_LENGTH
  );
}

/** Periodic Hann window of `length` factors in [0, 1]. */
export function hannWindow(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));
}
