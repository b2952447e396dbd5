import { AudioTooLongError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { FRAMES_PER_SECOND, type AudioRange } from "../../domain/audio-range.js";
import type { PcmBlock } from "../../ports/analysis/audio-decoder.js";
import { blocksInRange, DecodedParts } from "./decoded-parts.js";
import type { ByteReader } from "./byte-reader.js";
import type { ForeignContainer } from "./find-audio-format.js";
import { decodeFlac, decodeOggFlac } from "./flac/flac-decoder.js";
import { decodeMpeg } from "./mpeg/mpeg-decoder.js";
import { decodeOgg } from "./ogg/ogg-decoder.js";
import type { DecodingWarning } from "./ogg/ogg-links.js";
import { sniffContainer, type Container } from "./sniff-container.js";
import { statedSeconds } from "./stated-duration.js";
import { readAiffHeader } from "./uncompressed/aiff-header.js";
import { checkNotTruncated } from "./uncompressed/sound-format.js";
import {
  decodeUncompressed,
  samplesInRange,
  type UncompressedSamples,
} from "./uncompressed/uncompressed-samples.js";
import { readWavHeader } from "./uncompressed/wav-header.js";

/** How a container is decoded. */
export interface DecodeContainerOptions {
  /** Decodes a container for which this project has no decoder; of a range, only that. */
  readonly decodeForeign: (container: ForeignContainer) => AsyncIterable<PcmBlock>;
  /** Maximum duration of a decoded recording, seconds; `Infinity` for none. */
  readonly maxDurationSeconds: number;
  readonly signal: AbortSignal | undefined;
  /** The part that is decoded, to the sample; absent for the whole. */
  readonly range?: AudioRange | undefined;
  /** Called once for each thing that is wrong with audio that is decoded nevertheless. */
  readonly onWarning: DecodingWarning;
}

/**
 * Decodes what a reader reads: recognises the container, and uses the decoder of its
 * format. It uses nothing of Node.js.
 *
 * @throws {AudioUndecodableError} unknown, empty, damaged or truncated audio
 * @throws {AudioTooLongError} the audio is longer than the maximum
 */
export async function* decodeContainer(
  reader: ByteReader,
  options: DecodeContainerOptions,
): AsyncGenerator<PcmBlock> {
  const { maxDurationSeconds, range } = options;
  const container = await sniffContainer(reader);
  if (maxDurationSeconds < Infinity && !range) {
    checkDuration((await statedSeconds(reader, container)) ?? 0, maxDurationSeconds);
  }
  yield* checked(blocksIn(reader, container, options), options);
}

/** Audio of which parts are decoded in their order, each like a range of it, by one decoding from its beginning on. */
export class ContainerParts {
  readonly #sound: DecodedParts;

  private constructor(
    blocks: AsyncIterable<PcmBlock>,
    private readonly options: Omit<DecodeContainerOptions, "range">,
  ) {
    this.#sound = new DecodedParts(blocks);
  }

  /**
   * Begins the decoding; `undefined` where the format lets each range be decoded alone.
   *
   * @throws {AudioUndecodableError} unknown or empty
   */
  static async open(
    reader: ByteReader,
    options: Omit<DecodeContainerOptions, "range">,
  ): Promise<ContainerParts | undefined> {
    const container = await sniffContainer(reader);
    if (startsAnywhere(container)) return undefined;
    return new ContainerParts(blocksIn(reader, container, options), options);
  }

  /** Decodes the next part; errors as of `decodeContainer`. */
  part(range: AudioRange): AsyncGenerator<PcmBlock> {
    return checked(this.#sound.part(range), { ...this.options, range });
  }

  /** Returns whether a part is behind all that were decoded. */
  isAhead(range: AudioRange): boolean {
    return this.#sound.isAhead(range);
  }

  close(): Promise<void> {
    return this.#sound.close();
  }
}

/** Yields blocks of at most a second, and checks how much sound they are together. */
async function* checked(
  blocks: AsyncIterable<PcmBlock>,
  { maxDurationSeconds, signal, range }: DecodeContainerOptions,
): AsyncGenerator<PcmBlock> {
  let seconds = 0;
  for await (const block of blocks) {
    signal?.throwIfAborted();
    // Counted, too, because a header may be wrong.
    seconds += (block.channels[0]?.length ?? 0) / block.sampleRate;
    checkDuration(seconds, maxDurationSeconds);
    yield* shortBlocks(block);
  }
  if (seconds === 0) throw new AudioUndecodableError("it contains no samples");
  if (range?.endFrame !== undefined) {
    checkNotTruncated((range.endFrame - range.startFrame) / FRAMES_PER_SECOND, seconds);
  }
}

/** Whether a range of a container is decoded without what is before it. */
function startsAnywhere(container: Container): boolean {
  switch (container.format) {
    case "wav":
    case "aiff":
    case "flac":
      return true;
    case "mpeg":
    case "ogg":
      return false;
    case "foreign":
      return container.seeksExactly === true;
  }
}

/** @throws {AudioTooLongError} the duration is more than the maximum */
export function checkDuration(seconds: number, maxSeconds: number): void {
  if (seconds > maxSeconds) throw new AudioTooLongError(maxSeconds);
}

async function* blocksIn(
  reader: ByteReader,
  container: Container,
  { decodeForeign, onWarning, range }: DecodeContainerOptions,
): AsyncGenerator<PcmBlock> {
  const builtInOr = (
    samples: UncompressedSamples | undefined,
    foreign: ForeignContainer,
  ): AsyncIterable<PcmBlock> =>
    samples
      ? decodeUncompressed(reader, range ? samplesInRange(samples, range) : samples)
      : decodeForeign(foreign);
  const cut = (blocks: AsyncIterable<PcmBlock>): AsyncIterable<PcmBlock> =>
    range ? blocksInRange(blocks, range) : blocks;

  switch (container.format) {
    case "wav":
      yield* builtInOr(await readWavHeader(reader), { name: "compressed WAV", demuxer: "wav" });
      break;
    case "aiff":
      yield* builtInOr(await readAiffHeader(reader), { name: "compressed AIFF", demuxer: "aiff" });
      break;
    case "flac":
      yield* decodeFlac(reader, container.start, range);
      break;
    case "mpeg":
      yield* cut(decodeMpeg(reader, container.start));
      break;
    case "ogg":
      yield* cut(
        container.codec === "flac"
          ? decodeOggFlac(reader, container.start, onWarning)
          : decodeOgg(reader, container.start, container.codec, onWarning),
      );
      break;
    case "foreign":
      yield* decodeForeign(container);
      break;
  }
}

/** Maximum magnitude of a sample: far above full scale, for float files that were not divided by 2^15. */
const MAX_MAGNITUDE = 2 ** 16;

/** Splits a block into blocks of at most 1 s, and replaces NaN by 0. */
function* shortBlocks({ channels, sampleRate }: PcmBlock): Generator<PcmBlock> {
  for (const samples of channels) if (!isPlausible(samples)) repair(samples);
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at < length; at += sampleRate) {
    yield {
      channels: channels.map((samples) => samples.subarray(at, at + sampleRate)),
      sampleRate,
    };
  }
}

/** Whether no sample needs repair; sums of four are checked, so it may be false for huge but valid samples. */
function isPlausible(samples: Float32Array): boolean {
  const { abs } = Math;
  let at = 0;
  // Reading beyond the end would make the loop slow.
  for (const end = samples.length - 3; at < end; at += 4) {
    const first = abs(samples[at] ?? 0) + abs(samples[at + 1] ?? 0);
    const second = abs(samples[at + 2] ?? 0) + abs(samples[at + 3] ?? 0);
    // NaN compares false with everything, so the comparison is this way round.
    if (!(first + second <= MAX_MAGNITUDE)) return false;
  }
  return samples.subarray(at).every((sample) => abs(sample) <= MAX_MAGNITUDE);
}

function repair(samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at] ?? 0;
    if (sample >= -MAX_MAGNITUDE && sample <= MAX_MAGNITUDE) continue;
    samples[at] = Number.isFinite(sample) ? Math.sign(sample) * MAX_MAGNITUDE : 0;
  }
}
