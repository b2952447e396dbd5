import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import type { EncodedAudio } from "./audio-source.js";

/** Measures audio, off the event loop. */
export interface Analyzer {
  /** Version of the numbers it makes; raised whenever any could change. */
  readonly version: number;

  /**
   * Decodes and measures. A worker that dies fails this one call and no other.
   *
   * @throws {AudioUndecodableError} the audio cannot be decoded
   * @throws {AudioTooLongError} the recording is longer than may be
   * @throws {AnalysisTooCostlyError} it takes more processing than one analysis may
   * @throws {AnalyzerBusyError} more calls are waiting than the queue holds
   * @throws {unknown} `signal.reason`, when aborted
   */
  analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis>;

  /** Ends the workers; calls in progress reject. */
  close(): Promise<void>;
}
