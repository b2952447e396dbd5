import type { AudioDecoder, PcmBlock } from "../../ports/analysis/audio-decoder.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import { checkDuration, ContainerParts, decodeContainer } from "./decode-container.js";
import { readAsfSeconds } from "./ffmpeg/asf-header.js";
import { decodeWithFfmpeg, type FfmpegOptions } from "./ffmpeg/ffmpeg-decoder.js";
import { readMp4SoundSeconds } from "./ffmpeg/mp4-sound.js";
import type { FfmpegLimits } from "./ffmpeg/ffmpeg-process.js";
import type { ForeignContainer } from "./find-audio-format.js";
import type { DecodingWarning } from "./ogg/ogg-links.js";
import { openByteReader, rangeOf, type OpenAudio } from "./open-byte-reader.js";

/** The ffmpeg to use, and the limits of decoding. */
export interface ContainerAudioDecoderOptions {
  /** Command name of ffmpeg, on the PATH. */
  readonly ffmpegCommand?: string;
  readonly ffmpegLimits?: Partial<FfmpegLimits>;
  /** Maximum duration of a decoded recording, seconds; no maximum where absent. */
  readonly maxDurationSeconds?: number;
}

/** Decodes audio: our own decoders where they have its format, ffmpeg for all others. */
export class ContainerAudioDecoder implements AudioDecoder {
  readonly #ffmpeg: FfmpegOptions;
  readonly #maxDurationSeconds: number;

  constructor(options: ContainerAudioDecoderOptions = {}) {
    const { ffmpegCommand = "ffmpeg", ffmpegLimits, maxDurationSeconds = Infinity } = options;
    this.#maxDurationSeconds = maxDurationSeconds;
    this.#ffmpeg = {
      command: ffmpegCommand,
      limits: ffmpegLimits,
      checkStatedDuration: (seconds) => checkDuration(seconds, maxDurationSeconds),
    };
  }

  async *decode(audio: EncodedAudio, signal?: AbortSignal): AsyncGenerator<PcmBlock> {
    signal?.throwIfAborted();
    const opened = await openByteReader(audio);
    try {
      yield* this.decodeOpened(opened, signal);
      await opened.checkUnchanged();
    } finally {
      await opened.close();
    }
  }

  /** Decodes audio that is open; errors as in `decode`, except those of opening, and that it has changed. */
  decodeOpened(
    opened: OpenAudio,
    signal?: AbortSignal,
    onWarning: DecodingWarning = () => undefined,
  ): AsyncGenerator<PcmBlock> {
    return decodeContainer(opened, {
      decodeForeign: (container) => foreignSound(opened, container, this.#ffmpeg, signal),
      maxDurationSeconds: this.#maxDurationSeconds,
      signal,
      range: rangeOf(opened),
      onWarning,
    });
  }

  /**
   * Begins to decode audio that is open, the whole of it, to read parts in their order; `undefined` where each range
   * is decoded alone. The maximum duration is that of a part.
   *
   * @throws {AudioUndecodableError} unknown or empty
   */
  openParts(opened: OpenAudio, onWarning: DecodingWarning): Promise<ContainerParts | undefined> {
    const { command, limits } = this.#ffmpeg;
    return ContainerParts.open(opened, {
      decodeForeign: (container) => foreignSound(opened, container, { command, limits }),
      maxDurationSeconds: this.#maxDurationSeconds,
      signal: undefined,
      onWarning,
    });
  }
}

async function* foreignSound(
  opened: OpenAudio,
  container: ForeignContainer,
  options: FfmpegOptions,
  signal?: AbortSignal,
): AsyncGenerator<PcmBlock> {
  const soundSeconds = await findSoundSeconds(opened, container);
  yield* decodeWithFfmpeg(opened, { ...container, soundSeconds }, options, signal);
}

/** Returns the length of the sound by the header of a container, where ffmpeg's report does not suffice; seconds. */
async function findSoundSeconds(
  opened: OpenAudio,
  { demuxer }: ForeignContainer,
): Promise<number | undefined> {
  if (demuxer === "asf") return readAsfSeconds(opened);
  return demuxer === "mov" ? readMp4SoundSeconds(opened) : undefined;
}
