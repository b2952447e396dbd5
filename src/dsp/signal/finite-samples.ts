import { kernel, kernelArrays } from "../kernel/kernel.js";

/** Larger magnitudes are damage; 32-bit integers read as floats, up to 2^31, still pass. */
const MAX_MAGNITUDE = 2 ** 32;
/** Samples that the kernel checks at once. */
const BLOCK_LENGTH = 4096;

/**
 * Cuts channels into slices in which every sample is finite and of plausible magnitude.
 *
 * Damaged files contain NaN, infinities and huge values, which would spread through every filter;
 * they become zero. Slices without such samples are not copied.
 */
export class FiniteSamples {
  readonly #channelCount: number;
  readonly #slices: Float32Array[];
  readonly #repaired: Float32Array[];
  readonly #arrays = kernelArrays([BLOCK_LENGTH]);

  /** @throws {RangeError} `channelCount` is not a positive integer */
  constructor(channelCount: number) {
    if (!Number.isInteger(channelCount) || channelCount < 1) {
      throw new RangeError(`The channel count must be a positive integer, but is ${channelCount}.`);
    }
    this.#channelCount = channelCount;
    this.#slices = [];
    this.#repaired = Array.from({ length: channelCount }, () => new Float32Array(0));
  }

  /**
   * Returns the number of samples in each channel.
   *
   * @throws {RangeError} not as many arrays as channels, or of different lengths
   */
  lengthOf(channels: readonly Float32Array[]): number {
    const length = channels[0]?.length ?? 0;
    if (channels.length !== this.#channelCount) {
      throw new RangeError(`Expected ${this.#channelCount} channels, but got ${channels.length}.`);
    }
    if (channels.some((channel) => channel.length !== length)) {
      throw new RangeError("All channels must have the same length.");
    }
    return length;
  }

  /**
   * Returns samples `start` to `end` (exclusive) of every channel, with damaged samples set to zero.
   *
   * @returns one array per channel; all of them are reused by the next call
   */
  slice(channels: readonly Float32Array[], start: number, end: number): readonly Float32Array[] {
    for (let c = 0; c < this.#channelCount; c++) {
      const part = channels[c]!.subarray(start, end);
      this.#slices[c] = this.#isValid(part) ? part : this.#repair(part, c);
    }
    return this.#slices;
  }

  /** Whether no sample needs repair. */
  #isValid(samples: Float32Array): boolean {
    const [checked] = this.#arrays;
    for (let start = 0; start < samples.length; start += BLOCK_LENGTH) {
      const part = samples.subarray(start, start + BLOCK_LENGTH);
      checked.set(part);
      checked.fill(0, part.length);
      if (!kernel().areWithin(checked.byteOffset, BLOCK_LENGTH, MAX_MAGNITUDE)) return false;
    }
    return true;
  }

  #repair(part: Float32Array, c: number): Float32Array {
    if (this.#repaired[c]!.length < part.length) this.#repaired[c] = new Float32Array(part.length);
    const repaired = this.#repaired[c]!.subarray(0, part.length);
    for (let i = 0; i < part.length; i++) {
      repaired[i] = Math.abs(part[i]!) <= MAX_MAGNITUDE ? part[i]! : 0;
    }
    return repaired;
  }
}
