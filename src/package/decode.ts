import { BlobReader, type ReadableBlob } from "../adapters/decoder/blob-reader.js";
import { decodeContainer } from "../adapters/decoder/decode-container.js";
import type { ForeignContainer } from "../adapters/decoder/find-audio-format.js";
import { MemoryReader } from "../adapters/decoder/memory-reader.js";
import { AudioUndecodableError } from "../domain/errors/analysis-errors.js";
import type { AudioRange } from "../domain/audio-range.js";
import type { PcmBlock } from "../ports/analysis/audio-decoder.js";

/**
 * The package entry `overtone-music/decode`: decoders of WAV, AIFF, FLAC, MP3, Ogg Vorbis and Opus, for Node.js,
 * browsers and workers.
 */
export { AudioTooLongError, AudioUndecodableError } from "../domain/errors/analysis-errors.js";
export type { ReadableBlob } from "../adapters/decoder/blob-reader.js";
export { decodedExtensions } from "../domain/library/audio-formats.js";
export type { AudioRange } from "../domain/audio-range.js";
export type { PcmBlock } from "../ports/analysis/audio-decoder.js";

/** Limits of decoding. */
export interface DecodeAudioOptions {
  /** Maximum duration of the decoded audio, seconds; no maximum where absent. */
  readonly maxDurationSeconds?: number;
  readonly signal?: AbortSignal;
  /** The part that is decoded, to the sample; absent for the whole. */
  readonly range?: AudioRange | undefined;
  /** Called with what is wrong with audio that is decoded nevertheless, such as `may be cut off`. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * Decodes encoded audio, block by block. The format is recognised by its bytes, never by a name. A block holds
 * at most a second, and its arrays are valid until the next block is requested. A blob, such as a file that was
 * dropped on a page, is read part by part.
 *
 * @throws {AudioUndecodableError} unknown, empty, damaged or truncated audio, or a format without a decoder here
 * @throws {AudioTooLongError} the audio is longer than the maximum
 * @throws the reason of `signal`, where it is aborted
 */
export async function* decodeAudio(
  audio: Uint8Array | ArrayBuffer | ReadableBlob,
  options: DecodeAudioOptions = {},
): AsyncGenerator<PcmBlock> {
  const { maxDurationSeconds = Infinity, signal, range, onWarning = () => undefined } = options;
  signal?.throwIfAborted();
  yield* decodeContainer(readerOf(audio), {
    decodeForeign: refuseForeign,
    maxDurationSeconds,
    signal,
    range,
    onWarning,
  });
}

function readerOf(audio: Uint8Array | ArrayBuffer | ReadableBlob): MemoryReader | BlobReader {
  if (!("byteLength" in audio)) return new BlobReader(audio);
  return new MemoryReader("buffer" in audio ? audio : new Uint8Array(audio));
}

function refuseForeign({ name }: ForeignContainer): never {
  throw new AudioUndecodableError(`${name} cannot be decoded here`);
}
