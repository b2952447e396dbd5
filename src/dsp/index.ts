export { ANALYSIS_VERSION } from "./analysis-version.js";
export { TrackAnalyzer, analyzeTrack, type TrackAnalyzerOptions } from "./analyze-track.js";
export type { FeatureMethod as EstimateMethod, FeatureEstimate } from "./feature-estimate.js";
export { TrackFingerprint } from "./fingerprint/track-fingerprint.js";
export type { TempoCandidate } from "./rhythm/tempo/tempo.js";
export type { SegmentFeatures } from "./segments/segment-features.js";
export type {
  FeatureCurve as Curve,
  LocalKeyFeatures,
  SectionFeatures,
  TimelineFeatures,
} from "./structure/timeline-features.js";
export type { FeatureName, TrackFeatures } from "./track-features.js";
