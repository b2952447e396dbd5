/** A logistic map from a raw confidence to the share of such estimates that are right. */
export interface Calibration {
  readonly intercept: number;
  /** > 0, so that order is kept. */
  readonly slope: number;
}

/** Raw confidences are kept this far from 0 and 1, whose odds are infinite. */
const MIN = 1e-4;

/**
 * A confidence that means what it says: of estimates at 0.9, about nine in ten are right.
 *
 * Keeps order, and maps [0, 1] into (0, 1).
 *
 * Source: J. Platt, "Probabilistic Outputs for Support Vector Machines", Advances in Large Margin
 * Classifiers, MIT Press, 1999, on the log odds of the raw confidence.
 *
 * @param raw [0, 1]
 */
export function calibrated(raw: number, { intercept, slope }: Calibration): number {
  const bounded = Math.min(1 - MIN, Math.max(MIN, raw));
  const logOdds = Math.log(bounded / (1 - bounded));
  return 1 / (1 + Math.exp(-(intercept + slope * logOdds)));
}
