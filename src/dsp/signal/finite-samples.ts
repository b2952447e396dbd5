/**
 * Larger magnitudes are damage. 32-bit integers taken for floats, 2^31, still pass.
 */
const MAX_MAGNITUDE = 2 ** 32;

/**
 * Slices of channels in which every sample is a number to reckon with.
 *
 * Damaged files carry NaN, infinities and absurd values, any of which would spread through every
 * filter; they become zero. Slices without any pass through uncopied.
 */
export class FiniteSamples {
  readonly #channelCount: number;
  readonly #slices: Float32Array[];
  readonly #mended: Float32Array[];

  /** @throws {RangeError} `channelCount` is not a positive integer */
  constructor(channelCount: number) {
    if (!Number.isInteger(channelCount) || channelCount < 1) {
      throw new RangeError(`${channelCount} is not a number of channels.`);
    }
    this.#channelCount = channelCount;
    this.#slices = [];
    this.#mended = Array.from({ length: channelCount }, () => new Float32Array(0));
  }

  /**
   * Samples in each channel.
   *
   * @throws {RangeError} not as many arrays as channels, or of different lengths
   */
  lengthOf(channels: readonly Float32Array[]): number {
    const length = channels[0]?.length ?? 0;
    if (channels.length !== this.#channelCount) {
      throw new RangeError(`${channels.length} channels came where ${this.#channelCount} should.`);
    }
    if (channels.some((channel) => channel.length !== length)) {
      throw new RangeError("The channels are not of one length.");
    }
    return length;
  }

  /**
   * Samples `start` to `end` (exclusive) of every channel, bad ones as zero.
   *
   * @returns one array per channel; all of them are reused by the next call
   */
  slice(channels: readonly Float32Array[], start: number, end: number): readonly Float32Array[] {
    for (let c = 0; c < this.#channelCount; c++) {
      const part = channels[c]!.subarray(start, end);
      this.#slices[c] = isSound(part) ? part : this.#mend(part, c);
    }
    return this.#slices;
  }

  #mend(part: Float32Array, c: number): Float32Array {
    if (this.#mended[c]!.length < part.length) this.#mended[c] = new Float32Array(part.length);
    const mended = this.#mended[c]!.subarray(0, part.length);
    for (let i = 0; i < part.length; i++) {
      mended[i] = Math.abs(part[i]!) <= MAX_MAGNITUDE ? part[i]! : 0;
    }
    return mended;
  }
}

function isSound(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) {
    // NaN compares false with everything, so the comparison is this way round.
    if (!(Math.abs(samples[i]!) <= MAX_MAGNITUDE)) return false;
  }
  return true;
}
