import type { Mode } from "./musical-key.js";
import type { Timeline } from "./timeline.js";
import type { TrackKey } from "../track/track-key.js";

/**
 * How an estimate came about: `measured` by a published signal-processing method, by a fitted
 * `model`, or by a `heuristic` formula of our own whose definition is written down.
 */
export type EstimateMethod = "measured" | "model" | "heuristic";

/** A value computed from audio, with how sure we are and how it came about. */
export interface Estimate {
  /** `null` where the signal carries no such thing. */
  readonly value: number | null;
  /** [0, 1]; comparable within one field and version. 0 where the value is `null`. */
  readonly confidence: number;
  readonly method: EstimateMethod;
}

/**
 * Every number that an analysis estimates, in the order of the wire.
 *
 * tempo: BPM, > 0. key: pitch class, integer in [0, 11]. mode: 1 major, 0 minor. timeSignature:
 * beats per bar, integer in [3, 7]; two count as four. loudness: LUFS. loudnessRange: LU. truePeak: dBTP. tuning: cents in
 * [-50, 50). All others in [0, 1].
 */
export const estimateFields = [
  "tempo",
  "key",
  "mode",
  "timeSignature",
  "energy",
  "liveness",
  "danceability",
  "instrumentalness",
  "speechiness",
  "valence",
  "arousal",
  "approachability",
  "engagement",
  "happy",
  "sad",
  "relaxed",
  "aggressive",
  "loudness",
  "loudnessRange",
  "truePeak",
  "tuning",
] as const;

export type EstimateField = (typeof estimateFields)[number];

/** The four moods of the wire's `mood` object. */
export const moods = ["happy", "sad", "relaxed", "aggressive"] as const satisfies EstimateField[];

export type Mood = (typeof moods)[number];

export type Estimates = Readonly<Record<EstimateField, Estimate>>;

/** Another tempo that the rhythm allows, weaker than the one chosen. */
export interface TempoRival {
  readonly bpm: number;
  /** [0, 1]. */
  readonly confidence: number;
}

/** What was measured on a piece of audio, whatever it is called. */
export interface AudioAnalysis {
  /** Integer; analyses of an older version are computed anew. */
  readonly version: number;
  /** Length of the decoded audio, seconds, >= 0. */
  readonly durationSeconds: number;
  readonly estimates: Estimates;
  /** Strongest first, perhaps none. */
  readonly tempoRivals: readonly TempoRival[];
  /** Beat times, seconds, ascending, perhaps none. */
  readonly beats: readonly number[];
  /** First beats of bars, seconds, ascending, a subset of `beats`, perhaps none. */
  readonly downbeats: readonly number[];
  readonly timeline: Timeline;
}

/** Everything one version measured on one track. */
export interface Analysis extends Omit<AudioAnalysis, "timeline"> {
  /** Large, so only what was just measured has it here; of a kept analysis it is read apart. */
  readonly timeline?: Timeline;
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
  /** The audio source that the audio came from, e.g. "library". */
  readonly source: string;
  /**
   * Length of the excerpt that was measured, seconds, > 0; absent where it was the whole recording.
   * `durationSeconds` is then the recording's as far as it is known, and beats are counted from the
   * start of the excerpt, wherever that lies.
   */
  readonly excerptSeconds?: number;
  /** When it was computed, milliseconds since 1970. */
  readonly analyzedAt: number;
}

/** Where the analysis of a track stands. Failed is a state; asking again later may cure it. */
export type AnalysisState =
  | { readonly state: "ready"; readonly analysis: Analysis }
  | {
      readonly state: "not_requested" | "queued" | "processing";
      readonly trackKey: TrackKey;
      /** When to ask again, > 0. */
      readonly retryAfterSeconds: number;
      /** How many wait before it, >= 0; `null` unless it is queued. */
      readonly position: number | null;
    }
  | {
      readonly state: "failed";
      readonly trackKey: TrackKey;
      readonly error: Error;
      /** When another attempt can be made, > 0. */
      readonly retryAfterSeconds: number;
      /** Whether another attempt may succeed without a repair. */
      readonly isRetryable: boolean;
    };

/** Whether no work on it remains: it is ready, or it failed. */
export function isSettled({ state }: AnalysisState): boolean {
  return state === "ready" || state === "failed";
}

/** Whether asking for it again could change nothing: it is there, and of the whole recording. */
export function isConclusive(state: AnalysisState): boolean {
  return state.state === "ready" && state.analysis.excerptSeconds === undefined;
}

/** The plain number of a field, `null` where the signal has none. */
export function valueOf(
  analysis: Pick<AudioAnalysis, "estimates">,
  field: EstimateField,
): number | null {
  return analysis.estimates[field].value;
}

/** The key of an analysis in the domain's form, or `null` where there is no key. */
export function musicalKeyOf(
  analysis: Pick<AudioAnalysis, "estimates">,
): { tonic: number; mode: Mode } | null {
  const tonic = valueOf(analysis, "key");
  const mode = valueOf(analysis, "mode");
  return tonic === null || mode === null ? null : { tonic, mode: mode === 1 ? 1 : 0 };
}
