/** How a value was obtained: measured on the signal, predicted by a fitted model, or by a formula of ours. */
export type FeatureMethod = "measured" | "model" | "heuristic";

/** A value computed from audio, with its confidence. */
export interface FeatureEstimate {
  /** Unit and range depend on the feature (see `FeatureName`); null where the signal has no such value. */
  readonly value: number | null;
  /** [0, 1]; comparable within one estimator and version; 0 where `value` is null. */
  readonly confidence: number;
  readonly method: FeatureMethod;
}

/** An estimate without a value, for a feature that the signal does not contain. */
export function noEstimate(method: FeatureMethod): FeatureEstimate {
  return { value: null, confidence: 0, method };
}
