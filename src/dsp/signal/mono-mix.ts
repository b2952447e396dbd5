import { kernel, kernelArrays } from "../kernel/kernel.js";

/** Samples in a block, the unit in which energies are compared. */
const BLOCK_LENGTH = 2048;
/** Decay of the running energies per block: a time constant of about 20 blocks, 1 s at 44.1 kHz. */
const ENERGY_DECAY = 0.95;
/** Maximum number of channels, limited by the memory of the kernel. */
const MAX_CHANNELS = 128;
/** Energy of the mean relative to the loudest channel below which it has cancelled: -13 dB. */
const CANCELLED = 0.05;
/** Energy of the mean relative to the loudest channel above which it is used again: -10 dB. */
const RESTORED = 0.1;

/**
 * Mixes many channels to one: their mean, or the loudest channel while the mean cancels.
 *
 * Inverted stereo, or a part that only the difference contains, would vanish in the mean. For blocks of
 * 2048 samples the running energies (time constant about a second) of the mean and of every channel are
 * compared; only past samples decide. A change is faded over one block. Does not depend on how the
 * stream is cut into pushes. A single channel passes unchanged.
 */
export class MonoMix {
  readonly #channelCount: number;
  /** One block, channel by channel. */
  readonly #blocks: Float32Array;
  readonly #arrays: readonly [Float32Array, Float32Array, Float32Array];
  /** Running energy of each channel, then of their mean. */
  readonly #energies: Float64Array;
  #filled = 0;
  /** Index of the channel used instead of the mean, or -1. */
  #substitute = -1;
  #weights: Float64Array;
  #output = new Float32Array(BLOCK_LENGTH);

  /** @throws {RangeError} `channelCount` is not an integer in [1, 128] */
  constructor(channelCount: number) {
    if (!Number.isInteger(channelCount) || channelCount < 1 || channelCount > MAX_CHANNELS) {
      throw new RangeError(
        `Cannot mix ${channelCount} channels: the number must be an integer in [1, ${MAX_CHANNELS}].`,
      );
    }
    this.#channelCount = channelCount;
    this.#blocks = new Float32Array(channelCount * BLOCK_LENGTH);
    this.#arrays = kernelArrays([this.#blocks.length, 2 * channelCount, BLOCK_LENGTH]);
    this.#energies = new Float64Array(channelCount + 1);
    this.#weights = new Float64Array(channelCount).fill(1 / channelCount);
  }

  /**
   * Mixes the next samples of every channel and returns those of complete blocks.
   *
   * @param channels one array of equal length per channel
   * @returns samples, possibly none; the array is reused by the next call
   */
  push(channels: readonly Float32Array[]): Float32Array {
    if (this.#channelCount === 1) return channels[0]!;
    const length = channels[0]!.length;
    if (this.#output.length < length + BLOCK_LENGTH) {
      this.#output = new Float32Array(2 * length + BLOCK_LENGTH);
    }
    let written = 0;
    for (let taken = 0; taken < length;) {
      const count = Math.min(BLOCK_LENGTH - this.#filled, length - taken);
      for (let c = 0; c < this.#channelCount; c++) {
        const part = channels[c]!.subarray(taken, taken + count);
        this.#blocks.set(part, c * BLOCK_LENGTH + this.#filled);
      }
      this.#filled += count;
      taken += count;
      if (this.#filled === BLOCK_LENGTH) written = this.#mixBlock(written);
    }
    return this.#output.subarray(0, written);
  }

  /** Ends the stream and returns its last samples. */
  finish(): Float32Array {
    const length = this.#filled;
    if (length === 0) return new Float32Array(0);
    for (let c = 0; c < this.#channelCount; c++) {
      this.#blocks.fill(0, c * BLOCK_LENGTH + length, (c + 1) * BLOCK_LENGTH);
    }
    this.#mixBlock(0);
    return this.#output.subarray(0, length);
  }

  #mixBlock(offset: number): number {
    const [channels, factors, result] = this.#arrays;
    channels.set(this.#blocks);
    this.#measure(channels, factors);
    const target = this.#targetWeights();
    factors.set(this.#weights);
    for (let c = 0; c < this.#channelCount; c++) {
      factors[this.#channelCount + c] = (target[c]! - this.#weights[c]!) / BLOCK_LENGTH;
    }
    kernel().mix(
      channels.byteOffset,
      this.#channelCount,
      BLOCK_LENGTH,
      factors.byteOffset,
      result.byteOffset,
    );
    this.#output.set(result, offset);
    this.#weights = target;
    this.#filled = 0;
    return offset + BLOCK_LENGTH;
  }

  /** @param channels, energies arrays of the kernel: the block, and space for its energies */
  #measure(channels: Float32Array, energies: Float32Array): void {
    kernel().energies(channels.byteOffset, this.#channelCount, BLOCK_LENGTH, energies.byteOffset);
    for (let i = 0; i <= this.#channelCount; i++) {
      this.#energies[i] = ENERGY_DECAY * this.#energies[i]! + energies[i]!;
    }
  }

  #targetWeights(): Float64Array {
    let loudest = 0;
    for (let c = 1; c < this.#channelCount; c++) {
      if (this.#energies[c]! > this.#energies[loudest]!) loudest = c;
    }
    const ratio = this.#energies[this.#channelCount]! / this.#energies[loudest]!;
    if (this.#substitute < 0 && ratio < CANCELLED) this.#substitute = loudest;
    else if (this.#substitute >= 0 && ratio > RESTORED) this.#substitute = -1;
    return this.#weights.map((_, c) => {
      if (this.#substitute < 0) return 1 / this.#channelCount;
      return c === this.#substitute ? 1 : 0;
    });
  }
}
