import type { Corrections } from "./correction-field.js";
import type { EstimateField } from "./descriptors.js";
import type { Mode } from "./musical-key.js";
import type { SoundEmbedding } from "./sound-embedding.js";
import type { Timeline } from "./timeline.js";
import type { HoldingFile } from "../track/holding-file.js";
import type { RecordingId } from "../track/recording-id.js";
import type { ReleaseDetails } from "../track/release-details.js";
import type { TrackKey } from "../track/track-key.js";
import type { TrackRef } from "../track/track-ref.js";

/**
 * The method of an estimate: `measured` by a published signal-processing method, by a fitted
 * `model`, by a documented `heuristic` formula of this project, or stated by the `user`.
 */
export type EstimateMethod = "measured" | "model" | "heuristic" | "user";

/** A value computed from audio or stated by the user, with its confidence and its method. */
export interface Estimate {
  /** `null` where the signal has no such value. */
  readonly value: number | null;
  /** [0, 1]; comparable within one field and version. 0 where the value is `null`; 1 where the user states it. */
  readonly confidence: number;
  readonly method: EstimateMethod;
}

export type Estimates = Readonly<Record<EstimateField, Estimate>>;

/** Another tempo that the rhythm allows, weaker than the one chosen. */
export interface TempoRival {
  readonly bpm: number;
  /** [0, 1]. */
  readonly confidence: number;
}

/** The estimates, and the beats that belong to them. */
export interface MeasuredValues {
  readonly estimates: Estimates;
  /** Strongest first; may be empty. */
  readonly tempoRivals: readonly TempoRival[];
  /** Beat times, seconds, ascending; may be empty. */
  readonly beats: readonly number[];
  /** First beats of bars, seconds, ascending, a subset of `beats`; may be empty. */
  readonly downbeats: readonly number[];
  /**
   * [0, 1]: about the share of the downbeats that are right; 0 where there are none. `null` in
   * analyses of versions before 12.
   */
  readonly downbeatConfidence: number | null;
}

/** What was measured on samples. */
export interface AudioMeasurements extends MeasuredValues {
  /** Integer; analyses of an older version are computed anew. */
  readonly version: number;
  /** Length of the decoded audio, seconds, >= 0. */
  readonly durationSeconds: number;
  /** `null` where there are no moods, and in analyses of versions before 14. */
  readonly soundEmbedding: SoundEmbedding | null;
  readonly timeline: Timeline;
  /** Compressed, as `packFingerprint` writes it; of no words where the audio is shorter than 2.7 s. */
  readonly fingerprint: string;
}

/** The measurements of a recording, independent of its names. */
export interface AudioAnalysis extends AudioMeasurements {
  /** Computed from the bytes that were decoded, while they were decoded. */
  readonly recordingId: RecordingId;
}

/**
 * The measurements of one recording by one version of the analysis, under one of its names: the one that
 * was asked for, or else that of its first file.
 */
export interface Analysis extends Omit<AudioAnalysis, "timeline" | "fingerprint"> {
  /**
   * Present only on a new analysis: it is large, so that of a stored analysis it is read
   * separately.
   */
  readonly timeline?: Timeline;
  /** Present only on a new analysis, as the timeline. */
  readonly fingerprint?: string;
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
  /** The audio source that the audio came from, e.g. "library". */
  readonly source: string;
  /**
   * Length of the excerpt that was measured, seconds, > 0; absent where it was the whole recording.
   * `durationSeconds` is then that of the recording where it is known, and beat times count from
   * the start of the excerpt, whose position in the recording is not known.
   */
  readonly excerptSeconds?: number;
  /** Whether what was measured may be other audio than that of the file: of databases before version 0031. */
  readonly isUnverified?: boolean;
  /** What the tags of its file, or a provider, say of the release; absent where nothing. */
  readonly release?: ReleaseDetails;
  /** What is known of the files that hold it; absent where none does. */
  readonly holdingFile?: HoldingFile;
  /** When it left the library with the last of its files, milliseconds since 1970; absent where it did not. */
  readonly goneAt?: number;
  /** When it was computed, milliseconds since 1970. */
  readonly analyzedAt: number;
  /** Present where the user states something: the values of the analysis are then those stated. */
  readonly corrected?: Corrected;
  /** When the user last stated something or took it back, milliseconds since 1970; absent where never. */
  readonly correctedAt?: number;
  /** The name that the recording would be listed under without the correction of the user; absent without one. */
  readonly ruledName?: StatedName;
}

/** What is large in an analysis and of use to few: most of what is stored of it. */
type LargeField =
  | ("tempoRivals" | "beats" | "downbeats" | "downbeatConfidence" | "soundEmbedding")
  | ("timeline" | "fingerprint" | "corrected" | "correctedAt");

/** An analysis without its beats and other long lists: what tables have of it. */
export type AnalysisValues = Omit<Analysis, LargeField>;

/** An artist and a title. */
export interface StatedName {
  readonly artist: string;
  readonly trackName: string;
}

/** What the user states about a recording, and what was measured. */
export interface Corrected {
  /** At least one field. */
  readonly stated: Corrections;
  readonly measured: MeasuredValues;
}

/**
 * The state of the analysis of a track. A failure is a state too, because a later request may
 * succeed.
 */
export type AnalysisState =
  | { readonly state: "ready"; readonly analysis: Analysis }
  | {
      readonly state: "not_requested" | "queued" | "processing";
      readonly trackKey: TrackRef;
      /** When to request it again, seconds, > 0. */
      readonly retryAfterSeconds: number;
      /** How many jobs wait before it, >= 0; `null` unless it is queued. */
      readonly position: number | null;
    }
  | {
      readonly state: "failed";
      readonly trackKey: TrackRef;
      readonly error: Error;
      /** When another attempt can be made, seconds, > 0. */
      readonly retryAfterSeconds: number;
      /** Whether another attempt may succeed without a change by the client or the operator. */
      readonly isRetryable: boolean;
      /** The recording that the file held when it was last read whole; absent where it is not known. */
      readonly recordingId?: RecordingId;
    };

/** Returns whether an analysis has ended: it is ready, or it failed. */
export function isSettled({ state }: AnalysisState): boolean {
  return state === "ready" || state === "failed";
}

/** Returns whether another request cannot change it: it is ready, and of the whole recording. */
export function isConclusive(state: AnalysisState): boolean {
  return state.state === "ready" && state.analysis.excerptSeconds === undefined;
}

/** Returns whether the audio that was measured is known to be that of the recording. */
export const isVerified = ({ isUnverified }: Pick<Analysis, "isUnverified">): boolean =>
  isUnverified !== true;

/**
 * Returns whether an analysis is of a whole recording, and of a version or a newer one: the bytes of an
 * excerpt may lie in a file, too, which is then measured as the whole that it is.
 */
export function isWholeOf(analysis: Analysis, version: number): boolean {
  return analysis.version >= version && analysis.excerptSeconds === undefined;
}

/** Returns the value of a field, `null` where the signal has none. */
export function valueOf(
  analysis: Pick<AudioAnalysis, "estimates">,
  field: EstimateField,
): number | null {
  return analysis.estimates[field].value;
}

/** Returns the key of an analysis, or `null` where there is no key. */
export function musicalKeyOf(
  analysis: Pick<AudioAnalysis, "estimates">,
): { tonic: number; mode: Mode } | null {
  const tonic = valueOf(analysis, "key");
  const mode = valueOf(analysis, "mode");
  return tonic === null || mode === null ? null : { tonic, mode: mode === 1 ? 1 : 0 };
}
