import type { AudioRange } from "../../domain/audio-range.js";
import type { EncodedAudio } from "./audio-source.js";

/** Encoded audio that is open for reading. Its owner closes it. */
export interface OpenedAudio {
  readonly sizeBytes: number;
  /** When the file was changed, milliseconds since 1970, an integer; 0 for bytes in memory. */
  readonly modifiedAt: number;
  /** SHA-256 of its size and of samples of its content, 64 hex characters: equal for equal content. */
  readonly fingerprint: string;
  /** Recognised by the first bytes; "application/octet-stream" where they are of no known container. */
  readonly mediaType: string;
  /** The part of the sound that is meant; absent for the whole. What is read is the whole all the same. */
  readonly range?: AudioRange;

  /**
   * Reads a part of it, a piece at a time. Called at most once.
   *
   * @param startByte in [0, sizeBytes]
   * @param endByte behind the last byte, in [startByte, sizeBytes]; by default `sizeBytes`
   * @throws {AudioUnavailableError} it cannot be read any more, or has become shorter
   */
  read(startByte: number, endByte?: number): AsyncIterable<Uint8Array>;

  close(): Promise<void>;
}

/** Reads encoded audio as it is, without decoding it. */
export interface AudioReader {
  /**
   * Opens audio. What is read is that of one file, also where another takes its name meanwhile.
   *
   * @throws {AudioUnavailableError} it cannot be read now
   * @throws {AudioUndecodableError} there is no such file, or it may not be read
   */
  open(audio: EncodedAudio): Promise<OpenedAudio>;
}
