import {
  isVerified,
  musicalKeyOf,
  type Analysis,
  type AnalysisState,
} from "../../domain/analysis/analysis.js";
import { analysisDataFrom, coveredSecondsOf } from "../../domain/analysis/analysis-data.js";
import { publicReasonOf } from "../../domain/errors/domain-error.js";
import { camelotFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import { globalIdFrom } from "../identity/global-id.js";
import { kindOf } from "../../domain/analysis/recording-kind.js";
import type { AnalysisResult } from "./analysis-result-union.js";
import type { TrackAnalysisType } from "./track-analysis-type.js";

/**
 * Converts the state of an analysis to its schema type. The messages of internal errors are masked.
 *
 * @throws {UnknownTrackIdError} the recording that was named has no analysis any more
 */
export function toAnalysisResult(state: AnalysisState): AnalysisResult {
  if (state.state === "ready") return toTrackAnalysis(state.analysis);
  const { trackKey } = state;
  if (isRecordingId(trackKey)) throw new UnknownTrackIdError(trackKey);
  if (state.state !== "failed") return { ...state, trackKey };
  const { error, retryAfterSeconds, isRetryable, recordingId = null } = state;
  return { trackKey, recordingId, ...publicReasonOf(error), retryAfterSeconds, isRetryable };
}

/** Schema types already made, for as long as their analyses are referenced. */
const analysisTypes = new WeakMap<Analysis, TrackAnalysisType>();

/**
 * Returns the schema type of an analysis; made once, because one analysis is requested many times.
 */
export function toTrackAnalysis(analysis: Analysis): TrackAnalysisType {
  let type = analysisTypes.get(analysis);
  if (type === undefined) {
    type = makeTrackAnalysis(analysis);
    analysisTypes.set(analysis, type);
  }
  return type;
}

/**
 * Returns the values of the REST API under their GraphQL names, and the fields that only GraphQL
 * has.
 */
function makeTrackAnalysis(analysis: Analysis): TrackAnalysisType {
  const { duration_ms: durationMs, ...plain } = analysisDataFrom(analysis);
  const musicalKey = musicalKeyOf(analysis);
  return {
    ...plain,
    analysis,
    id: globalIdFrom("TrackAnalysis", analysis.recordingId),
    trackKey: analysis.trackKey,
    recordingId: analysis.recordingId,
    isVerified: isVerified(analysis),
    kind: kindOf(analysis),
    durationMs,
    camelot: musicalKey && camelotFrom(musicalKey),
    openKey: musicalKey && openKeyFrom(musicalKey),
    tempoRivals: analysis.tempoRivals,
    beats: analysis.beats,
    downbeats: analysis.downbeats,
    downbeatConfidence: analysis.downbeatConfidence,
    analysisVersion: analysis.version,
    analyzedAt: new Date(analysis.analyzedAt).toISOString(),
    source: analysis.source,
    coveredSeconds: coveredSecondsOf(analysis),
  };
}
