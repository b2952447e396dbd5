import type {
  Analysis,
  AnalysisValues,
  Corrected,
  Estimates,
  MeasuredValues,
  StatedName,
} from "../../domain/analysis/analysis.js";
import { byField, estimateFields } from "../../domain/analysis/descriptors.js";
import type { SoundEmbedding } from "../../domain/analysis/sound-embedding.js";
import type { HoldingFile } from "../../domain/track/holding-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { ReleaseDetails } from "../../domain/track/release-details.js";
import type { TrackKey, TrackNames } from "../../domain/track/track-key.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { AnalysesTable, AnalysisDetailsTable, StoredEstimates } from "./tables.js";

export type AnalysisRow = AnalysisValuesRow &
  Pick<AnalysesTable, "soundEmbedding"> &
  AnalysisDetailsTable;

/** What is read of an analysis without its beats and other long lists. */
export type AnalysisValuesRow = Omit<
  AnalysesTable,
  "soundEmbedding" | "durationMs" | "artistFolded" | "trackNameFolded"
>;

/** The newest version of which there may be rows with the release among the details: of databases before version 0031. */
const LAST_WITH_RELEASE_IN_DETAILS = 14;

/** What belongs to the estimates, as it is stored. */
interface StoredBeats extends Pick<MeasuredValues, "tempoRivals" | "beats" | "downbeats"> {
  /** Absent in rows of versions without it. */
  readonly downbeatConfidence?: number;
}

interface AnalysisDetails extends StoredBeats {
  readonly excerptSeconds?: number;
  readonly correctedAt?: number;
  /** Present where the user states something: then the other values, and the estimates, are those stated. */
  readonly corrected?: Pick<Corrected, "stated"> & {
    readonly measured: StoredBeats & { readonly estimates: StoredEstimates };
  };
  /** In rows before version 0031. */
  readonly release?: ReleaseDetails;
}

export function toAnalysesRow(analysis: Analysis): AnalysesTable {
  const { recordingId, excerptSeconds, isUnverified = false } = analysis;
  return {
    recordingId,
    ...labelFrom(analysis, analysis.release),
    version: analysis.version,
    analyzedAt: analysis.analyzedAt,
    durationMs: Math.round(analysis.durationSeconds * 1000),
    durationSeconds: analysis.durationSeconds,
    source: analysis.source,
    holdingFile: analysis.holdingFile === undefined ? null : JSON.stringify(analysis.holdingFile),
    goneAt: analysis.goneAt ?? null,
    isExcerpt: excerptSeconds === undefined ? 0 : 1,
    isVerified: isUnverified ? 0 : 1,
    estimates: JSON.stringify(toStored(analysis.estimates)),
    soundEmbedding: analysis.soundEmbedding && JSON.stringify(analysis.soundEmbedding),
    ruledName: analysis.ruledName === undefined ? null : JSON.stringify(analysis.ruledName),
  };
}

/** The columns that say under which name a recording is listed. */
type LabelColumn =
  "trackKey" | "artist" | "artistFolded" | "trackName" | "trackNameFolded" | "release";

/** Returns the columns of a name that a recording is listed under. */
export function labelFrom(
  name: TrackNames,
  release: ReleaseDetails | undefined,
): Pick<AnalysesTable, LabelColumn> {
  const { trackKey, artist, trackName } = name;
  return {
    ...{ trackKey, artist, trackName },
    artistFolded: foldText(artist),
    trackNameFolded: foldText(trackName),
    release: release && Object.keys(release).length > 0 ? JSON.stringify(release) : null,
  };
}

export function toDetailsRow(analysis: Analysis): AnalysisDetailsTable {
  const { excerptSeconds, recordingId, corrected, correctedAt } = analysis;
  const details: AnalysisDetails = {
    ...toStoredBeats(analysis),
    ...(excerptSeconds !== undefined && { excerptSeconds }),
    ...(correctedAt !== undefined && { correctedAt }),
    ...(corrected !== undefined && {
      corrected: {
        stated: corrected.stated,
        measured: {
          estimates: toStored(corrected.measured.estimates),
          ...toStoredBeats(corrected.measured),
        },
      },
    }),
  };
  return { recordingId, details: JSON.stringify(details) };
}

function toStoredBeats(values: MeasuredValues): StoredBeats {
  const { tempoRivals, beats, downbeats, downbeatConfidence } = values;
  return {
    ...{ tempoRivals, beats, downbeats },
    ...(downbeatConfidence !== null && { downbeatConfidence }),
  };
}

function beatsFrom(stored: StoredBeats): Omit<MeasuredValues, "estimates"> {
  const { tempoRivals, beats, downbeats, downbeatConfidence = null } = stored;
  return { tempoRivals, beats, downbeats, downbeatConfidence };
}

function correctedFrom(stored: AnalysisDetails["corrected"]): Pick<Analysis, "corrected"> {
  if (stored === undefined) return {};
  const { stated, measured } = stored;
  const estimates = fromStored(measured.estimates);
  return { corrected: { stated, measured: { estimates, ...beatsFrom(measured) } } };
}

export function analysisFromRow(row: AnalysisRow): Analysis {
  const details = JSON.parse(row.details) as AnalysisDetails;
  return {
    ...valuesOf(row, details),
    ...beatsFrom(details),
    soundEmbedding: embeddingFrom(row.soundEmbedding),
    ...correctedFrom(details.corrected),
    ...(details.correctedAt !== undefined && { correctedAt: details.correctedAt }),
  };
}

/** Whether the values of an analysis are among its details, too. */
export const hasValuesInDetails = ({
  isExcerpt,
  release,
  version,
}: Pick<AnalysisValuesRow, "isExcerpt" | "release" | "version">): boolean =>
  isExcerpt === 1 || (release === null && version <= LAST_WITH_RELEASE_IN_DETAILS);

/** @param details present where the row `hasValuesInDetails` */
export const analysisValuesFromRow = (
  row: AnalysisValuesRow,
  details: string | undefined,
): AnalysisValues =>
  valuesOf(row, details === undefined ? {} : (JSON.parse(details) as AnalysisDetails));

function valuesOf(
  row: AnalysisValuesRow,
  details: Pick<AnalysisDetails, "excerptSeconds" | "release">,
): AnalysisValues {
  const release =
    row.release === null ? details.release : (JSON.parse(row.release) as ReleaseDetails);
  return {
    recordingId: row.recordingId as RecordingId,
    version: row.version,
    durationSeconds: row.durationSeconds,
    estimates: fromStored(JSON.parse(row.estimates) as StoredEstimates),
    trackKey: row.trackKey as TrackKey,
    artist: row.artist,
    trackName: row.trackName,
    source: row.source,
    ...(details.excerptSeconds !== undefined && { excerptSeconds: details.excerptSeconds }),
    ...(release !== undefined && { release }),
    ...(row.holdingFile !== null && { holdingFile: JSON.parse(row.holdingFile) as HoldingFile }),
    ...(row.goneAt !== null && { goneAt: row.goneAt }),
    ...(row.isVerified === 0 && { isUnverified: true }),
    analyzedAt: row.analyzedAt,
    ...(row.ruledName !== null && { ruledName: JSON.parse(row.ruledName) as StatedName }),
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
