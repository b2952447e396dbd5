/** How a value came about: read off the signal, by a fitted model, or by a definition of ours. */
export type FeatureMethod = "measured" | "model" | "heuristic";

/** A value computed from audio, with how far to trust it. */
export interface FeatureEstimate {
  /** Unit and range as its field says; null where the signal does not carry it. */
  readonly value: number | null;
  /** [0, 1]; comparable within one estimator and version; 0 where `value` is null. */
  readonly confidence: number;
  readonly method: FeatureMethod;
}

/** The answer where the signal does not carry what was asked: no value, no confidence. */
export function noEstimate(method: FeatureMethod): FeatureEstimate {
  return { value: null, confidence: 0, method };
}
