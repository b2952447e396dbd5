/** A logistic map from a raw confidence to the share of such estimates that are right. */
export interface Calibration {
  readonly intercept: number;
  /** > 0, so that the order of confidences is preserved. */
  readonly slope: number;
}

/** Raw confidences are limited to [MIN, 1 - MIN], since the log odds of 0 and 1 are infinite. */
const MIN = 1e-4;

/**
 * Returns the calibrated confidence: of estimates with 0.9, about nine in ten are right.
 *
 * Preserves the order of confidences, and maps [0, 1] into (0, 1).
 *
 * Source: J. Platt, "Probabilistic Outputs for Support Vector Machines", Advances in Large Margin
 * Classifiers, MIT Press, 1999, on the log odds of the raw confidence.
 *
 * @param raw uncalibrated confidence, [0, 1]
 */
export function calibrated(raw: number, { intercept, slope }: Calibration): number {
  const bounded = Math.min(1 - MIN, Math.max(MIN, raw));
  const logOdds = Math.log(bounded / (1 - bounded));
  return 1 / (1 + Math.exp(-(intercept + slope * logOdds)));
}
