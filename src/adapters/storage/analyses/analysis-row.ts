import type {
  Analysis,
  EstimateMethod,
  Estimates,
  TempoRival,
} from "../../../domain/analysis/analysis.js";
import {
  byField,
  type EstimateField,
  estimateFields,
} from "../../../domain/analysis/descriptors.js";
import type { SoundEmbedding } from "../../../domain/analysis/sound-embedding.js";
import { recordingKeyFrom } from "../../../domain/track/recording.js";
import type { ReleaseDetails } from "../../../domain/track/release-details.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import { foldText } from "../../../domain/track/folded-text.js";

/** The values that tracks are filtered and ordered by, one row per track key. */
export interface AnalysesTable {
  readonly trackKey: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly analyzedAt: number;
  /** `durationSeconds` in whole milliseconds. */
  readonly durationMs: number;
  readonly durationSeconds: number;
  readonly artistFolded: string;
  readonly trackNameFolded: string;
  readonly artist: string;
  readonly trackName: string;
  readonly source: string;
  /** `null` in rows older than the column: these are found by their own key only. */
  readonly recordingKey: string | null;
  /** `StoredEstimates` as JSON: no query reads a single one, because the catalogue is in memory. */
  readonly estimates: string;
  /** Coordinates as a JSON array of integers; `null` where there are none. */
  readonly soundEmbedding: string | null;
}

/**
 * Value, confidence and method by field. A field that the version of the analysis did not estimate is
 * absent.
 */
export type StoredEstimates = Readonly<
  Partial<Record<EstimateField, readonly [number | null, number, EstimateMethod]>>
>;

/** The part of an analysis that is only read as a whole: `AnalysisDetails` as JSON, one row per analysis. */
export interface AnalysisDetailsTable {
  readonly trackKey: string;
  readonly details: string;
}

/** A timeline as JSON, one row per analysis that has one. */
export interface AnalysisTimelinesTable {
  readonly trackKey: string;
  readonly timeline: string;
}

/** One row per other spelling of a recording that has an analysis, named by `analysisKey`. */
export interface AnalysisSpellingsTable {
  readonly trackKey: string;
  readonly artist: string;
  readonly trackName: string;
  readonly analysisKey: string;
}

export type AnalysisRow = AnalysesTable & AnalysisDetailsTable;

interface AnalysisDetails {
  readonly tempoRivals: readonly TempoRival[];
  readonly beats: readonly number[];
  readonly downbeats: readonly number[];
  /** Absent in rows of versions without it. */
  readonly downbeatConfidence?: number;
  readonly excerptSeconds?: number;
  readonly release?: ReleaseDetails;
}

export function toAnalysesRow(analysis: Analysis): AnalysesTable {
  return {
    trackKey: analysis.trackKey,
    version: analysis.version,
    analyzedAt: analysis.analyzedAt,
    durationMs: Math.round(analysis.durationSeconds * 1000),
    durationSeconds: analysis.durationSeconds,
    artistFolded: foldText(analysis.artist),
    trackNameFolded: foldText(analysis.trackName),
    artist: analysis.artist,
    trackName: analysis.trackName,
    source: analysis.source,
    recordingKey: recordingKeyFrom(analysis),
    estimates: JSON.stringify(toStored(analysis.estimates)),
    soundEmbedding: analysis.soundEmbedding && JSON.stringify(analysis.soundEmbedding),
  };
}

export function toDetailsRow(analysis: Analysis): AnalysisDetailsTable {
  const { tempoRivals, beats, downbeats, downbeatConfidence } = analysis;
  const { excerptSeconds, release, trackKey } = analysis;
  const details: AnalysisDetails = {
    tempoRivals,
    beats,
    downbeats,
    ...(downbeatConfidence !== null && { downbeatConfidence }),
    ...(excerptSeconds !== undefined && { excerptSeconds }),
    ...(release !== undefined && { release }),
  };
  return { trackKey, details: JSON.stringify(details) };
}

export function analysisFromRow(row: AnalysisRow): Analysis {
  const details = JSON.parse(row.details) as AnalysisDetails;
  return {
    version: row.version,
    durationSeconds: row.durationSeconds,
    estimates: fromStored(JSON.parse(row.estimates) as StoredEstimates),
    tempoRivals: details.tempoRivals,
    beats: details.beats,
    downbeats: details.downbeats,
    downbeatConfidence: details.downbeatConfidence ?? null,
    soundEmbedding: embeddingFrom(row.soundEmbedding),
    trackKey: row.trackKey as TrackKey,
    artist: row.artist,
    trackName: row.trackName,
    source: row.source,
    ...(details.excerptSeconds !== undefined && { excerptSeconds: details.excerptSeconds }),
    ...(details.release !== undefined && { release: details.release }),
    analyzedAt: row.analyzedAt,
  };
}

/** Reads a stored embedding. */
export function embeddingFrom(stored: string | null): SoundEmbedding | null {
  return stored === null ? null : (JSON.parse(stored) as SoundEmbedding);
}

function toStored(estimates: Estimates): StoredEstimates {
  return byField(estimateFields, (field) => {
    const { value, confidence, method } = estimates[field];
    return [value, confidence, method] as const;
  });
}

function fromStored(stored: StoredEstimates): Estimates {
  return byField(estimateFields, (field) => {
    const [value, confidence, method] = stored[field] ?? [null, 0, "measured"];
    return { value, confidence, method };
  });
}
