import type { AudioAnalysis } from "../../domain/analysis/analysis.js";

/** The limits that an analysis thread gets when it starts. */
export interface AnalysisLimits {
  /** Maximum duration of a decoded recording, seconds. */
  readonly maxDurationSeconds: number;
  /** Maximum processor time of each program that decodes for the thread, seconds. */
  readonly maxDecoderSeconds: number;
}

/** The reply of an analysis thread. Error classes are lost between threads, so the kind of an error is a value. */
export type AnalysisReply =
  | {
      readonly ok: true;
      readonly analysis: AudioAnalysis;
      /** What is wrong with the audio, which was decoded nevertheless. */
      readonly warnings: readonly string[];
    }
  /** `reason` is that of an `AudioUndecodableError`. */
  | { readonly ok: false; readonly kind: "undecodable"; readonly reason: string }
  /** An `AudioUnavailableError`. */
  | { readonly ok: false; readonly kind: "unavailable" }
  /** An `AudioChangedError`. */
  | { readonly ok: false; readonly kind: "changed" }
  /** The facts of an `AudioTooLongError`. */
  | { readonly ok: false; readonly kind: "too long"; readonly maxSeconds: number };
