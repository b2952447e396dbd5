import { toAnalysis } from "../adapters/analyzer/to-analysis.js";
import type { AudioMeasurements } from "../domain/analysis/analysis.js";
import { ANALYSIS_VERSION, type TrackFeatures } from "../dsp/index.js";

/**
 * The package entry `overtone-music/engine`: the analysis of PCM, for Node.js, browsers and workers. It uses no
 * built-in module of Node.js, loads no file and sends no request.
 */
export {
  ANALYSIS_VERSION,
  TrackAnalyzer,
  analyzeTrack,
  type FeatureEstimate,
  type FeatureName,
  type TempoCandidate,
  type TimelineFeatures,
  type TrackAnalyzerOptions,
  type TrackFeatures,
} from "../dsp/index.js";
export type {
  AudioMeasurements as AudioAnalysis,
  Estimate,
  Estimates,
} from "../domain/analysis/analysis.js";
export type { Timeline } from "../domain/analysis/timeline.js";

/** Returns an analysis as a server of this version stores it: the same fields, each rounded alike. */
export function analysisOf(features: TrackFeatures): AudioMeasurements {
  return toAnalysis(features, ANALYSIS_VERSION);
}
