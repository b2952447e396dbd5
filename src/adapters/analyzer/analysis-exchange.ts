import type { TrackFeatures } from "../../dsp/index.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";

/** What an analysis thread is told when it starts. */
export interface AnalysisLimits {
  /** The longest recording that is decoded, seconds. */
  readonly maxDurationSeconds: number;
  /** Processor time of each program that decodes for the thread, seconds. */
  readonly maxDecoderSeconds: number;
}

/** What goes into an analysis thread, one at a time: plain data. */
export type AnalysisThreadRequest = EncodedAudio;

/** What comes out. Errors do not survive the trip between threads, so their kind is a value. */
export type AnalysisReply =
  | { readonly ok: true; readonly features: TrackFeatures }
  /** `reason` is that of an `AudioUndecodableError`. */
  | { readonly ok: false; readonly kind: "undecodable"; readonly reason: string }
  /** An `AudioUnavailableError`. */
  | { readonly ok: false; readonly kind: "unavailable" }
  /** The facts of an `AudioTooLongError`. */
  | { readonly ok: false; readonly kind: "too long"; readonly maxSeconds: number };
