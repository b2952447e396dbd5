/** Samples whose energies decide together. */
const BLOCK_LENGTH = 2048;
/** Part of the running energies that the next block keeps: a memory of about 20 blocks, 1 s at 44.1 kHz. */
const MEMORY = 0.95;
/** A mean this much weaker than the loudest channel, 13 dB, has cancelled... */
const CANCELLED = 0.05;
/** ...and is back when it is this strong again, 10 dB. */
const RESTORED = 0.1;

/**
 * One channel from many: their mean, or the loudest of them while the mean cancels.
 *
 * Inverted stereo, or a part that only the difference carries, would vanish in the mean. For blocks
 * of 2048 samples the running energies (forgetting within about a second) of the mean and of every
 * channel are compared; what has gone by decides, never what is to come. A change is faded over one
 * block. Does not depend on how the stream is cut into pushes. A single channel passes unchanged.
 */
export class MonoMix {
  readonly #channelCount: number;
  readonly #blocks: readonly Float32Array[];
  readonly #energies: Float64Array;
  #meanEnergy = 0;
  #filled = 0;
  /** The channel that stands in for the mean, or -1. */
  #substitute = -1;
  #weights: Float64Array;
  #output = new Float32Array(BLOCK_LENGTH);

  /** @throws {RangeError} `channelCount` is not a positive integer */
  constructor(channelCount: number) {
    if (!Number.isInteger(channelCount) || channelCount < 1) {
      throw new RangeError(`${channelCount} channels cannot be mixed.`);
    }
    this.#channelCount = channelCount;
    this.#blocks = Array.from({ length: channelCount }, () => new Float32Array(BLOCK_LENGTH));
    this.#energies = new Float64Array(channelCount);
    this.#weights = new Float64Array(channelCount).fill(1 / channelCount);
  }

  /**
   * Takes the next samples of every channel and returns those that are mixed.
   *
   * @param channels one array of equal length per channel
   * @returns samples, perhaps none; the array is reused by the next call
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
        this.#blocks[c]!.set(channels[c]!.subarray(taken, taken + count), this.#filled);
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
    for (const block of this.#blocks) block.fill(0, length);
    this.#mixBlock(0);
    return this.#output.subarray(0, length);
  }

  #mixBlock(offset: number): number {
    this.#measure();
    const target = this.#targetWeights();
    const output = this.#output.fill(0, offset, offset + BLOCK_LENGTH);
    for (let c = 0; c < this.#channelCount; c++) {
      const block = this.#blocks[c]!;
      const weight = this.#weights[c]!;
      const slope = (target[c]! - weight) / BLOCK_LENGTH;
      for (let i = 0; i < BLOCK_LENGTH; i++)
        output[offset + i]! += (weight + slope * i) * block[i]!;
    }
    this.#weights = target;
    this.#filled = 0;
    return offset + BLOCK_LENGTH;
  }

  #measure(): void {
    let meanEnergy = 0;
    this.#energies.forEach((energy, c) => (this.#energies[c] = MEMORY * energy));
    for (let i = 0; i < BLOCK_LENGTH; i++) {
      let sum = 0;
      for (let c = 0; c < this.#channelCount; c++) {
        const sample = this.#blocks[c]![i]!;
        sum += sample;
        this.#energies[c]! += sample * sample;
      }
      meanEnergy += (sum / this.#channelCount) ** 2;
    }
    this.#meanEnergy = MEMORY * this.#meanEnergy + meanEnergy;
  }

  #targetWeights(): Float64Array {
    let loudest = 0;
    for (let c = 1; c < this.#channelCount; c++) {
      if (this.#energies[c]! > this.#energies[loudest]!) loudest = c;
    }
    const ratio = this.#meanEnergy / this.#energies[loudest]!;
    if (this.#substitute < 0 && ratio < CANCELLED) this.#substitute = loudest;
    else if (this.#substitute >= 0 && ratio > RESTORED) this.#substitute = -1;
    return this.#weights.map((_, c) => {
      if (this.#substitute < 0) return 1 / this.#channelCount;
      return c === this.#substitute ? 1 : 0;
    });
  }
}
