import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { SoundFormat } from "../uncompressed/sound-format.js";
import type { DecodingWarning } from "./ogg-links.js";

/** Maximum number of streams without sound in a row: each needs a codec of its own. */
const MAX_EMPTY_STREAMS = 8;

/**
 * Gives the streams of a chain the channels of the first. Only one channel can become several, and several one; a stream
 * of any other number of channels, or of another sample rate, is left out.
 */
export class ChainedStreams {
  #first: SoundFormat | undefined;
  #emptyCount = 0;
  readonly #told = new Set<string>();

  constructor(private readonly onWarning: DecodingWarning) {}

  /**
   * Begins the next stream; returns whether it is decoded.
   *
   * @throws {AudioUndecodableError} many streams before it are without sound
   */
  begin(format: SoundFormat): boolean {
    this.#first ??= format;
    const { sampleRate, channelCount } = this.#first;
    if (format.sampleRate !== sampleRate) {
      this.#warn(`has chained streams of ${format.sampleRate} Hz, which are left out`);
      return false;
    }
    if (format.channelCount === channelCount) return this.#count();
    const canMix = format.channelCount === 1 || channelCount === 1;
    const outcome = canMix ? `mixed to ${channelCount}` : "left out";
    this.#warn(`has chained streams of ${format.channelCount} channels, which are ${outcome}`);
    return canMix && this.#count();
  }

  #count(): boolean {
    this.#emptyCount += 1;
    if (this.#emptyCount <= MAX_EMPTY_STREAMS) return true;
    throw new AudioUndecodableError("too many of its chained streams contain no audio");
  }

  /** Returns a block with the channels of the first stream. */
  mixed({ channels, sampleRate }: PcmBlock): PcmBlock {
    this.#emptyCount = 0;
    const count = this.#first?.channelCount ?? channels.length;
    const [first = new Float32Array()] = channels;
    if (channels.length === count) return { channels, sampleRate };
    if (channels.length === 1) {
      return { channels: Array.from({ length: count }, () => first.slice()), sampleRate };
    }
    const sum = first.map((_, at) => channels.reduce((total, one) => total + (one[at] ?? 0), 0));
    return { channels: [sum.map((sample) => sample / channels.length)], sampleRate };
  }

  async *allMixed(blocks: AsyncIterable<PcmBlock>): AsyncGenerator<PcmBlock> {
    for await (const block of blocks) yield this.mixed(block);
  }

  #warn(warning: string): void {
    if (this.#told.has(warning)) return;
    this.#told.add(warning);
    this.onWarning(warning);
  }
}
