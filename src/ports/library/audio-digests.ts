import type { AudioRange } from "../../domain/audio-range.js";
import type { FileState } from "../../domain/library/file-state.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** Identifies the audio of a file, whatever its tags say. */
export interface AudioDigest {
  readonly recordingId: RecordingId;
  /**
   * SHA-256, 64 hex characters: equal for files with the same encoded audio in the same format. Absent
   * where the audio cannot be told from the tags with certainty: another format, or damage. Its
   * `recordingId` is then that of the whole file, so that another tag makes another recording of it.
   */
  readonly digest?: string;
  /** Number of bytes that were hashed: of the encoded audio, or of the whole file; > 0. */
  readonly bytes: number;
}

/** Options of computing a digest. */
export interface DigestOptions {
  /** The state in which the file was found; in any other one, it is not read. */
  readonly state?: FileState;
  /** The canonical folders that the file must lie in when it is opened; absent for any file. */
  readonly within?: readonly string[];
  /** The part of the file that is meant; absent for the whole. */
  readonly range?: AudioRange;
  readonly signal?: AbortSignal;
}

/** Computes digests of the encoded audio in files, without their tags. */
export interface AudioDigests {
  /**
   * Reads a whole file, or a range of it, and returns the digest of its audio stream, and the id of the recording in it.
   * Writing tags changes neither; changing any sample changes both. `undefined` for an empty file.
   *
   * @param path absolute, and checked to be allowed
   * @throws {AudioUndecodableError} there is no such file, or it may not be read
   * @throws {AudioUnavailableError} it cannot be read now, and may become readable again
   * @throws {AudioChangedError} it was changed while it was read, or is in another state than `state`
   * @throws {unknown} `signal.reason`, when aborted
   */
  digestOf(path: string, options?: DigestOptions): Promise<AudioDigest | undefined>;
}
