import type { RecordingId } from "../../domain/track/recording-id.js";
import type { EncodedAudio } from "./audio-source.js";

/** The fingerprint of audio, and the id of its recording. */
export interface HeardSound {
  readonly recordingId: RecordingId;
  /** Words of the fingerprint of what was heard; none where that is shorter than 2.7 s. */
  readonly words: Uint32Array;
  /** Length that was heard, from its beginning on, seconds, (0, 120]. */
  readonly heardSeconds: number;
}

/** Computes fingerprints of audio, off the event loop, without the rest of an analysis. */
export interface SoundReader {
  /**
   * Decodes the first two minutes of audio, and reads the rest for the id of the recording.
   *
   * @throws {AudioUndecodableError} the audio cannot be decoded
   * @throws {AudioUnavailableError} its file temporarily cannot be read
   * @throws {AudioChangedError} the file was changed while it was read
   * @throws {AnalysisTooCostlyError} it takes more time than the maximum
   * @throws {unknown} `signal.reason`, when aborted
   */
  hear(audio: EncodedAudio, signal?: AbortSignal): Promise<HeardSound>;

  /** Stops the threads; calls in progress reject. */
  close(): Promise<void>;
}
