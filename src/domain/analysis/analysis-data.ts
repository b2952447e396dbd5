import { musicalKeyOf, valueOf, type AudioAnalysis, type Analysis } from "./analysis.js";
import {
  analysisFields,
  byField,
  moods,
  type AnalysisField,
  type EstimateField,
  type Mood,
} from "./descriptors.js";
import { keyNameFrom } from "./musical-key.js";

/** The values of fields; `null` where the signal has none. */
type Values<Field extends string> = Readonly<Record<Field, number | null>>;

/** The plain form of an analysis, which REST returns and the command line prints. */
export interface AnalysisData extends Values<AnalysisField> {
  readonly artist: string;
  readonly trackKey: string;
  readonly trackName: string;
  /** Milliseconds, integer. */
  readonly duration_ms: number;
  /** e.g. "A minor". */
  readonly keyString: string | null;
  readonly mood: Values<Mood>;
  readonly meta: { readonly artist: string; readonly track: string };
}

/** The length of the audio, milliseconds, integer. */
export function durationMsOf({ durationSeconds }: Pick<AudioAnalysis, "durationSeconds">): number {
  return Math.round(durationSeconds * 1000);
}

/** Whether the length of an analysis is that of the whole recording: an excerpt may not show it. */
export const hasWholeLength = ({
  durationSeconds,
  excerptSeconds,
}: Pick<Analysis, "excerptSeconds" | "durationSeconds">): boolean =>
  durationSeconds > 0 && durationSeconds !== excerptSeconds;

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

/** Returns the values of some fields, in their order. */
export function valuesOf<Field extends EstimateField>(
  analysis: Pick<AudioAnalysis, "estimates">,
  fields: readonly Field[],
): Values<Field> {
  return byField(fields, (field) => valueOf(analysis, field));
}

/** Converts an analysis to its plain form; a field is `null` where the signal has no such value. */
export function analysisDataFrom(analysis: Analysis): AnalysisData {
  const { artist, trackKey, trackName } = analysis;
  const { tempo, key, ...others } = valuesOf(analysis, analysisFields);
  return {
    artist,
    trackKey,
    trackName,
    duration_ms: durationMsOf(analysis),
    tempo,
    key,
    keyString: keyStringOf(analysis),
    ...others,
    mood: valuesOf(analysis, moods),
    meta: { artist, track: trackName },
  };
}
