import type { Analysis, Estimate } from "../../../domain/analysis/analysis.js";
import { coveredSecondsOf, durationMsOf } from "../../../domain/analysis/analysis-data.js";
import { type SoundSegment, unpackSegments } from "../../../domain/analysis/segments.js";
import type { Section, Timeline } from "../../../domain/analysis/timeline.js";
import { NO_KEY } from "./audio-features-json.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type {
  spotifyAudioAnalysisShape,
  spotifySectionShape,
  spotifySegmentShape,
} from "./audio-analysis-answers.js";

type AudioAnalysisJson = JsonOf<typeof spotifyAudioAnalysisShape>;

/** Spotify's value for a section without a mode; tracks have no such value. */
const NO_MODE = -1;

/**
 * Converts an analysis to Spotify's audio analysis, field by field; `null` for values that Overtone
 * does not measure, or that the signal does not have.
 *
 * @param timeline of the analysis; `undefined` where it was replaced in between
 *
 * Source: Spotify, "Web API Reference", AudioAnalysisObject; `src/web/guide/spotify.md` describes
 * the differences.
 */
export function toAudioAnalysisJson(
  analysis: Analysis,
  timeline: Timeline | undefined,
): AudioAnalysisJson {
  const { tempo, timeSignature } = analysis.estimates;
  const end = coveredSecondsOf(analysis);
  return {
    meta: {
      analyzer_version: `Overtone ${analysis.version}`,
      platform: null,
      detailed_status: "OK",
      status_code: 0,
      timestamp: Math.floor(analysis.analyzedAt / 1000),
      analysis_time: null,
      input_process: null,
    },
    track: trackJson(analysis),
    bars: intervals(analysis.downbeats, end, timeSignature.confidence),
    beats: intervals(analysis.beats, end, tempo.confidence),
    sections: timeline?.sections.map(sectionJson) ?? null,
    segments: segmentsJson(timeline?.segments, end),
    tatums: tatumsJson(analysis, timeline, end),
  };
}

function trackJson(analysis: Analysis): AudioAnalysisJson["track"] {
  const { excerptSeconds, estimates } = analysis;
  return {
    num_samples: null,
    duration: durationMsOf(analysis) / 1000,
    sample_md5: null,
    offset_seconds: 0,
    window_seconds: excerptSeconds === undefined ? 0 : coveredSecondsOf(analysis),
    analysis_sample_rate: null,
    analysis_channels: null,
    end_of_fade_in: null,
    start_of_fade_out: null,
    loudness: estimates.loudness.value,
    ...withConfidence("tempo", estimates.tempo),
    ...withConfidence("time_signature", estimates.timeSignature),
    ...withConfidence("key", estimates.key, NO_KEY),
    ...withConfidence("mode", estimates.mode),
    codestring: null,
    code_version: null,
    echoprintstring: null,
    echoprint_version: null,
    synchstring: null,
    synch_version: null,
    rhythmstring: null,
    rhythm_version: null,
  };
}

function withConfidence<Name extends string, Absent extends number | null = null>(
  name: Name,
  { value, confidence }: Pick<Estimate, "value" | "confidence">,
  absent = null as Absent,
): Record<Name, number | Absent> & Record<`${Name}_confidence`, number> {
  return { [name]: value ?? absent, [`${name}_confidence`]: confidence } as Record<
    Name,
    number | Absent
  > &
    Record<`${Name}_confidence`, number>;
}

function sectionJson(section: Section): JsonOf<typeof spotifySectionShape> {
  return {
    start: section.startSeconds,
    duration: section.durationSeconds,
    confidence: section.confidence,
    loudness: section.loudness,
    tempo: section.tempo,
    tempo_confidence: section.tempoConfidence,
    key: section.key ?? NO_KEY,
    key_confidence: section.keyConfidence,
    mode: section.mode ?? NO_MODE,
    mode_confidence: section.modeConfidence,
    time_signature: section.timeSignature,
    time_signature_confidence: section.timeSignatureConfidence,
  };
}

/** Segments up to the end of the audio; `null` in analyses of versions without them. */
function segmentsJson(packed: string | undefined, end: number): AudioAnalysisJson["segments"] {
  if (packed === undefined) return null;
  const segments = unpackSegments(packed).filter(({ startSeconds }) => startSeconds < end);
  return segments.map((segment, index) => {
    const next = segments[index + 1];
    return segmentJson(segment, next?.startSeconds ?? end, next === undefined);
  });
}

/** The level at its end is given for the last segment only, and is 0 for the others, as at Spotify. */
function segmentJson(
  segment: SoundSegment,
  end: number,
  isLast: boolean,
): JsonOf<typeof spotifySegmentShape> {
  const values = (given: ArrayLike<number>): number[] => Array.from(given, rounded);
  return {
    start: segment.startSeconds,
    duration: rounded(end - segment.startSeconds),
    confidence: rounded(segment.confidence),
    loudness_start: rounded(segment.startLevel),
    loudness_max: rounded(segment.maxLevel),
    loudness_max_time: segment.maxLevelSeconds,
    loudness_end: isLast ? rounded(segment.endLevel) : 0,
    pitches: values(segment.pitches),
    timbre: values(segment.timbre),
  };
}

/** Beats in equal parts; `null` in analyses of versions without the number of parts. */
function tatumsJson(
  { beats, estimates }: Analysis,
  timeline: Timeline | undefined,
  end: number,
): AudioAnalysisJson["tatums"] {
  if (timeline?.tatumsPerBeat === undefined) return null;
  const parts = timeline.tatumsPerBeat ?? 1;
  const starts = beats.flatMap((beat, index) => {
    const next = beats[index + 1];
    if (next === undefined) return [beat];
    const step = (next - beat) / parts;
    return Array.from({ length: parts }, (_, part) => rounded(beat + part * step));
  });
  return intervals(starts, end, estimates.tempo.confidence);
}

/**
 * Returns the intervals between times, the last up to `end`; times at or after `end` are left out.
 */
function intervals(
  starts: readonly number[],
  end: number,
  confidence: number,
): readonly { start: number; duration: number; confidence: number }[] {
  const inside = starts.filter((start) => start < end);
  return inside.map((start, index) => {
    const duration = rounded((inside[index + 1] ?? end) - start);
    return { start, duration, confidence };
  });
}

/** Rounds to milliseconds, like the times. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
