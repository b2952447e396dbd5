import type { Analysis, Estimates, TempoRival } from "../../domain/analysis/analysis.js";
import { byField, estimateFields } from "../../domain/analysis/descriptors.js";
import type { SoundEmbedding } from "../../domain/analysis/sound-embedding.js";
import { recordingKeyFrom } from "../../domain/track/recording.js";
import type { ReleaseDetails } from "../../domain/track/release-details.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { AnalysesTable, AnalysisDetailsTable, StoredEstimates } from "./tables.js";

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
