import type { Analysis } from "./analysis.js";
import { coveredSecondsOf, durationMsOf } from "./analysis-data.js";
import { cuePointsOf, type CuePoint } from "./cue-points.js";
import { camelotFrom, keyNameFrom, openKeyFrom, type MusicalKey } from "./musical-key.js";
import {
  emptyTimeline,
  keyChangesOf,
  type Curve,
  type KeyChange,
  type LocalKey,
  type Section,
  type Timeline,
} from "./timeline.js";

/** A key in all notations. */
export interface KeyData {
  /** Pitch class of the tonic, integer in [0, 11], C = 0. */
  readonly key: number;
  /** 1 major, 0 minor. */
  readonly mode: MusicalKey["mode"];
  /** e.g. "A minor". */
  readonly keyString: string;
  /** e.g. "8A". */
  readonly camelot: string;
  /** e.g. "1m". */
  readonly openKey: string;
}

/** The key of one part of the audio. */
export interface LocalKeyData extends KeyData {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** [0, 1]. */
  readonly confidence: number;
}

/** A modulation. */
export interface KeyChangeData {
  readonly timeSeconds: number;
  readonly from: KeyData;
  readonly to: KeyData;
  /** [0, 1]. */
  readonly confidence: number;
}

/** A section, with the name of its key. */
export interface SectionData extends Section {
  readonly keyString: string | null;
}

/** The plain form of a timeline, which REST returns as a whole and GraphQL field by field. */
export interface TimelineData {
  readonly artist: string;
  readonly trackKey: string;
  readonly trackName: string;
  /** Milliseconds, integer. */
  readonly duration_ms: number;
  /**
   * Length of the measured audio, the whole track or an excerpt, seconds; times count from its
   * start.
   */
  readonly coveredSeconds: number;
  readonly analysisVersion: number;
  /** Seconds, ascending. */
  readonly beats: readonly number[];
  /** Seconds, ascending, a subset of `beats`. */
  readonly downbeats: readonly number[];
  /** [0, 1]; `null` in analyses of versions before 12. */
  readonly downbeatConfidence: number | null;
  readonly sections: readonly SectionData[];
  readonly loudnessCurve: Curve;
  readonly energyCurve: Curve;
  readonly tempoCurve: Curve;
  readonly tempoStability: number | null;
  readonly localKeys: readonly LocalKeyData[];
  readonly keyChanges: readonly KeyChangeData[];
  readonly cuePoints: readonly CuePoint[];
}

/** Combines the values of an analysis that change over time; without a timeline, only its beats. */
export function timelineDataFrom(
  analysis: Analysis,
  timeline: Timeline = emptyTimeline,
): TimelineData {
  return {
    artist: analysis.artist,
    trackKey: analysis.trackKey,
    trackName: analysis.trackName,
    duration_ms: durationMsOf(analysis),
    coveredSeconds: coveredSecondsOf(analysis),
    analysisVersion: analysis.version,
    beats: analysis.beats,
    downbeats: analysis.downbeats,
    downbeatConfidence: analysis.downbeatConfidence,
    sections: timeline.sections.map(sectionData),
    loudnessCurve: timeline.loudnessCurve,
    energyCurve: timeline.energyCurve,
    tempoCurve: timeline.tempoCurve,
    tempoStability: timeline.tempoStability,
    localKeys: timeline.localKeys.map(localKeyData),
    keyChanges: keyChangesOf(timeline).map(keyChangeData),
    cuePoints: cuePointsOf(analysis, timeline.sections),
  };
}

function sectionData(section: Section): SectionData {
  const { key, mode } = section;
  const isKnown = key !== null && mode !== null;
  return {
    ...section,
    keyString: isKnown ? keyNameFrom({ tonic: key, mode: mode === 1 ? 1 : 0 }) : null,
  };
}

function localKeyData({ startSeconds, durationSeconds, confidence, ...key }: LocalKey) {
  return { startSeconds, durationSeconds, ...keyData(key), confidence };
}

function keyChangeData({ timeSeconds, from, to, confidence }: KeyChange): KeyChangeData {
  return { timeSeconds, from: keyData(from), to: keyData(to), confidence };
}

function keyData(key: MusicalKey): KeyData {
  return {
    key: key.tonic,
    mode: key.mode,
    keyString: keyNameFrom(key),
    camelot: camelotFrom(key),
    openKey: openKeyFrom(key),
  };
}
