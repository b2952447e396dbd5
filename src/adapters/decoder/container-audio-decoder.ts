import { AudioTooLongError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { AudioDecoder, PcmBlock } from "../../ports/analysis/audio-decoder.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import { readAiffHeader } from "./uncompressed/aiff-header.js";
import { readAsfSeconds } from "./ffmpeg/asf-header.js";
import { openByteReader, type ByteReader } from "./byte-reader.js";
import { decodeWithFfmpeg, type FfmpegOptions } from "./ffmpeg/ffmpeg-decoder.js";
import type { FfmpegLimits } from "./ffmpeg/ffmpeg-process.js";
import { decodeFlac, decodeOggFlac } from "./flac/flac-decoder.js";
import type { ForeignContainer } from "./ffmpeg/foreign-containers.js";
import { decodeMpeg } from "./mpeg/mpeg-decoder.js";
import { decodeOgg } from "./ogg/ogg-decoder.js";
import { sniffContainer } from "./sniff-container.js";
import {
  decodeUncompressed,
  type UncompressedSamples,
} from "./uncompressed/uncompressed-samples.js";
import { readWavHeader } from "./uncompressed/wav-header.js";

/** The ffmpeg to use, and the limits of decoding. */
export interface ContainerAudioDecoderOptions {
  /** Command name of ffmpeg, on the PATH. */
  readonly ffmpegCommand?: string;
  readonly ffmpegLimits?: Partial<FfmpegLimits>;
  /** Maximum duration of a decoded recording, seconds; no maximum where absent. */
  readonly maxDurationSeconds?: number;
}

/** Decodes audio: recognises the container, and uses the decoder of its format. */
export class ContainerAudioDecoder implements AudioDecoder {
  readonly #ffmpeg: FfmpegOptions;
  readonly #maxDurationSeconds: number;

  constructor(options: ContainerAudioDecoderOptions = {}) {
    const { ffmpegCommand = "ffmpeg", ffmpegLimits, maxDurationSeconds = Infinity } = options;
    this.#maxDurationSeconds = maxDurationSeconds;
    this.#ffmpeg = {
      command: ffmpegCommand,
      limits: ffmpegLimits,
      checkStatedDuration: (seconds) => this.#checkDuration(seconds),
    };
  }

  async *decode(audio: EncodedAudio, signal?: AbortSignal): AsyncGenerator<PcmBlock> {
    signal?.throwIfAborted();
    const reader = await openByteReader(audio);
    let seconds = 0;
    try {
      for await (const block of this.#blocks(reader, audio, signal)) {
        signal?.throwIfAborted();
        // Counted, and not read from a header, because a header may be wrong.
        seconds += (block.channels[0]?.length ?? 0) / block.sampleRate;
        this.#checkDuration(seconds);
        yield* shortBlocks(block);
      }
    } finally {
      await reader.close();
    }
    if (seconds === 0) throw new AudioUndecodableError("it contains no samples");
  }

  /** @throws {AudioTooLongError} the duration is more than the maximum */
  #checkDuration(seconds: number): void {
    if (seconds > this.#maxDurationSeconds) throw new AudioTooLongError(this.#maxDurationSeconds);
  }

  async *#blocks(
    reader: ByteReader,
    audio: EncodedAudio,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PcmBlock> {
    const withFfmpeg = (container: ForeignContainer): AsyncGenerator<PcmBlock> =>
      decodeWithFfmpeg(audio, container, this.#ffmpeg, signal);
    const builtInOr = (
      samples: UncompressedSamples | undefined,
      container: ForeignContainer,
    ): AsyncGenerator<PcmBlock> =>
      samples ? decodeUncompressed(reader, samples) : withFfmpeg(container);

    const container = await sniffContainer(reader);
    switch (container.format) {
      case "wav":
        yield* builtInOr(await readWavHeader(reader), { name: "compressed WAV", demuxer: "wav" });
        break;
      case "aiff":
        yield* builtInOr(await readAiffHeader(reader), {
          name: "compressed AIFF",
          demuxer: "aiff",
        });
        break;
      case "flac":
        yield* decodeFlac(reader, container.start);
        break;
      case "mpeg":
        yield* decodeMpeg(reader, container.start);
        break;
      case "ogg":
        yield* container.codec === "flac"
          ? decodeOggFlac(reader, container.start)
          : decodeOgg(reader, container.start, container.codec);
        break;
      case "foreign":
        yield* withFfmpeg(
          container.demuxer === "asf"
            ? { ...container, statedSeconds: await readAsfSeconds(reader) }
            : container,
        );
        break;
    }
  }
}

/** Maximum magnitude of a sample: far above full scale, for float files that were not divided by 2^15. */
const MAX_MAGNITUDE = 2 ** 16;

/** Splits a block into blocks of at most 1 s, and replaces NaN by 0. */
function* shortBlocks({ channels, sampleRate }: PcmBlock): Generator<PcmBlock> {
  for (const samples of channels) {
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at] ?? 0;
      if (sample >= -MAX_MAGNITUDE && sample <= MAX_MAGNITUDE) continue;
      samples[at] = Number.isFinite(sample) ? Math.sign(sample) * MAX_MAGNITUDE : 0;
    }
  }
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at < length; at += sampleRate) {
    yield {
      channels: channels.map((samples) => samples.subarray(at, at + sampleRate)),
      sampleRate,
    };
  }
}
