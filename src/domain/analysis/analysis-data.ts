import { musicalKeyOf, valueOf, type AudioAnalysis, type Analysis } from "./analysis.js";
import { keyNameFrom } from "./musical-key.js";

/** The plain form of an analysis, which REST returns and the command line prints. */
export interface AnalysisData {
  readonly artist: string;
  readonly trackKey: string;
  readonly trackName: string;
  /** Milliseconds, integer. */
  readonly duration_ms: number;
  /** Beats per minute, > 0. */
  readonly tempo: number | null;
  /** Pitch class of the tonic, integer in [0, 11], C = 0. */
  readonly key: number | null;
  /** e.g. "A minor". */
  readonly keyString: string | null;
  /** 1 major, 0 minor. */
  readonly mode: number | null;
  /** Beats per bar, integer in [3, 7]; two count as four. */
  readonly timeSignature: number | null;
  readonly energy: number | null;
  readonly liveness: number | null;
  readonly danceability: number | null;
  readonly instrumentalness: number | null;
  readonly speechiness: number | null;
  readonly valence: number | null;
  readonly arousal: number | null;
  readonly approachability: number | null;
  readonly engagement: number | null;
  readonly mood: {
    readonly happy: number | null;
    readonly sad: number | null;
    readonly relaxed: number | null;
    readonly aggressive: number | null;
  };
  readonly meta: { readonly artist: string; readonly track: string };
}

/** The length of the audio, milliseconds, integer. */
export function durationMsOf({ durationSeconds }: Pick<AudioAnalysis, "durationSeconds">): number {
  return Math.round(durationSeconds * 1000);
}

/**
 * The length of the audio that was measured, the whole or an excerpt, seconds, rounded to
 * milliseconds.
 */
export function coveredSecondsOf({
  excerptSeconds,
  durationSeconds,
}: Pick<Analysis, "excerptSeconds" | "durationSeconds">): number {
  return Math.round((excerptSeconds ?? durationSeconds) * 1000) / 1000;
}

/** The name of the key, e.g. "A minor", or `null` where there is no key. */
export function keyStringOf(analysis: Pick<AudioAnalysis, "estimates">): string | null {
  const key = musicalKeyOf(analysis);
  return key && keyNameFrom(key);
}

/** Converts an analysis to its plain form; a field is `null` where the signal has no such value. */
export function analysisDataFrom(analysis: Analysis): AnalysisData {
  const { artist, trackKey, trackName } = analysis;
  const value = (field: Parameters<typeof valueOf>[1]): number | null => valueOf(analysis, field);
  return {
    artist,
    trackKey,
    trackName,
    duration_ms: durationMsOf(analysis),
    tempo: value("tempo"),
    key: value("key"),
    keyString: keyStringOf(analysis),
    mode: value("mode"),
    timeSignature: value("timeSignature"),
    energy: value("energy"),
    liveness: value("liveness"),
    danceability: value("danceability"),
    instrumentalness: value("instrumentalness"),
    speechiness: value("speechiness"),
    valence: value("valence"),
    arousal: value("arousal"),
    approachability: value("approachability"),
    engagement: value("engagement"),
    mood: {
      happy: value("happy"),
      sad: value("sad"),
      relaxed: value("relaxed"),
      aggressive: value("aggressive"),
    },
    meta: { artist, track: trackName },
  };
}
