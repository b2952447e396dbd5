import { musicalKeyOf, type Analysis, type AnalysisState } from "../../domain/analysis/analysis.js";
import { analysisDataFrom, coveredSecondsOf } from "../../domain/analysis/analysis-data.js";
import { publicReasonOf } from "../../domain/errors/domain-error.js";
import { camelotFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import type { AnalysisResult } from "./analysis-result-union.js";
import type { TrackAnalysisType } from "./track-analysis-type.js";

/** The state of an analysis as the schema has it. Reasons that are bugs are masked. */
export function toAnalysisResult(state: AnalysisState): AnalysisResult {
  if (state.state === "ready") return toTrackAnalysis(state.analysis);
  if (state.state !== "failed") return state;
  const { trackKey, error, retryAfterSeconds, isRetryable } = state;
  return { trackKey, ...publicReasonOf(error), retryAfterSeconds, isRetryable };
}

/** What was made of analyses that are still in use somewhere. */
const made = new WeakMap<Analysis, TrackAnalysisType>();

/** Made once, because one analysis is asked for many times. */
function toTrackAnalysis(analysis: Analysis): TrackAnalysisType {
  let type = made.get(analysis);
  if (type === undefined) {
    type = makeTrackAnalysis(analysis);
    made.set(analysis, type);
  }
  return type;
}

/** REST's numbers under GraphQL's names, and what only GraphQL shows. */
function makeTrackAnalysis(analysis: Analysis): TrackAnalysisType {
  const { duration_ms: durationMs, ...plain } = analysisDataFrom(analysis);
  const musicalKey = musicalKeyOf(analysis);
  return {
    ...plain,
    analysis,
    trackKey: analysis.trackKey,
    durationMs,
    camelot: musicalKey && camelotFrom(musicalKey),
    openKey: musicalKey && openKeyFrom(musicalKey),
    beats: analysis.beats,
    downbeats: analysis.downbeats,
    analysisVersion: analysis.version,
    analyzedAt: new Date(analysis.analyzedAt).toISOString(),
    source: analysis.source,
    coveredSeconds: coveredSecondsOf(analysis),
  };
}
