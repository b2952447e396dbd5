import { sampleAtFrame, type AudioRange } from "../../domain/audio-range.js";
import type { PcmBlock } from "../../ports/analysis/audio-decoder.js";

/** Sound that is decoded once, and of which parts are read in their order. */
export class DecodedParts {
  readonly #blocks: AsyncIterator<PcmBlock>;
  /** The block that was read last, of which a later part may have samples. */
  #block: PcmBlock | undefined;
  /** Samples before that block, or before the next one where there is none. */
  #passed = 0;
  #isOver = false;

  /**
   * @param blocks the sound from a time on
   * @param fromSeconds that time, which is the one of a sample
   */
  constructor(
    blocks: AsyncIterable<PcmBlock>,
    private readonly fromSeconds = 0,
  ) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** Yields the samples of a part, and reads no further. */
  async *part({ startFrame, endFrame = Infinity }: AudioRange): AsyncGenerator<PcmBlock> {
    for (let block = await this.#present(); block; block = await this.#next()) {
      const { channels, sampleRate } = block;
      const length = lengthOf(block);
      // The samples of this block are counted from its first one.
      const first = this.#firstAt(sampleRate);
      const start = Math.max(0, sampleAtFrame(startFrame, sampleRate) - first);
      const end = sampleAtFrame(endFrame, sampleRate) - first;
      if (start < Math.min(length, end)) {
        yield { channels: channels.map((samples) => samples.subarray(start, end)), sampleRate };
      }
      if (end <= length) return;
    }
  }

  /** Returns whether all of a part is still to come. */
  isAhead({ startFrame }: AudioRange): boolean {
    if (this.#isOver || !this.#block) return false;
    const { sampleRate } = this.#block;
    return sampleAtFrame(startFrame, sampleRate) >= this.#firstAt(sampleRate);
  }

  /** Ends the decoding. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#blocks.return?.();
  }

  #firstAt(sampleRate: number): number {
    return Math.round(this.fromSeconds * sampleRate) + this.#passed;
  }

  async #present(): Promise<PcmBlock | undefined> {
    return this.#block ?? (await this.#next());
  }

  async #next(): Promise<PcmBlock | undefined> {
    if (this.#block) this.#passed += lengthOf(this.#block);
    this.#block = undefined;
    // Also where it fails: nothing follows then.
    const isOver = this.#isOver;
    this.#isOver = true;
    const next = isOver ? undefined : await this.#blocks.next();
    if (!next || next.done) return undefined;
    this.#isOver = false;
    this.#block = next.value;
    return this.#block;
  }
}

const lengthOf = ({ channels }: PcmBlock): number => channels[0]?.length ?? 0;

/**
 * Yields the samples of a range, and reads no further.
 *
 * @param blocks the sound from a time on, whose decoding ends with the range
 * @param fromSeconds that time, which is the one of a sample
 */
export async function* blocksInRange(
  blocks: AsyncIterable<PcmBlock>,
  range: AudioRange,
  fromSeconds = 0,
): AsyncGenerator<PcmBlock> {
  const sound = new DecodedParts(blocks, fromSeconds);
  try {
    yield* sound.part(range);
  } finally {
    await sound.close();
  }
}
