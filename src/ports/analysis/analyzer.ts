import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import type { VersionChange } from "../../domain/analysis/required-version.js";
import type { EncodedAudio } from "./audio-source.js";

/** Measures audio, off the event loop. */
export interface Analyzer {
  /** Version of the numbers that it computes; raised whenever any of them could change. */
  readonly version: number;
  /** What changed in its versions, as far as that is known. */
  readonly changes: readonly VersionChange[];

  /**
   * Decodes and measures audio, and computes the id of the recording from the same bytes. A worker that crashes fails this one call and no other.
   *
   * @throws {AudioUndecodableError} the audio cannot be decoded
   * @throws {AudioChangedError} the file is in another state than its `state`, or was changed while it
   * was read
   * @throws {AudioTooLongError} the recording is longer than the maximum
   * @throws {AnalysisTooCostlyError} the analysis takes more processing time than the maximum
   * @throws {unknown} `signal.reason`, when aborted
   */
  analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis>;

  /** Stops the workers; calls in progress reject. */
  close(): Promise<void>;
}
