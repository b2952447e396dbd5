import type { EncodedAudio } from "./audio-source.js";

/** Consecutive samples of decoded audio: one array per channel, all of one length, full scale +-1. */
export interface PcmBlock {
  readonly channels: readonly Float32Array[];
  /** Hz, > 0; the same in every block of a stream. */
  readonly sampleRate: number;
}

/** Decodes encoded audio into samples. */
export interface AudioDecoder {
  /**
   * Decodes block by block, so that memory use is bounded for audio of any length. The container is
   * recognised by its bytes, never by a name. A block holds at most a few seconds; its arrays
   * belong to the consumer until it requests the next block.
   *
   * @throws {AudioUndecodableError} unknown, empty, damaged or truncated audio, a format whose
   * decoder is not installed, or a file that cannot be read
   * @throws {AudioTooLongError} the audio is longer than the maximum
   */
  decode(audio: EncodedAudio, signal?: AbortSignal): AsyncIterable<PcmBlock>;
}
