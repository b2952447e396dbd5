/** One estimate: its confidence, and how right it was. */
export interface Judged {
  /** [0, 1]. */
  readonly confidence: number;
  /** 1 where it was right and 0 where it was not; between them for several values, such as the beats of a clip. */
  readonly share: number;
}

/** A band of confidences, their mean, and the share of estimates in it that are right. */
export interface ReliabilityBand {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Mean confidence, [0, 1]. */
  readonly promised: number;
  /** Share that is right, [0, 1]. */
  readonly kept: number;
}

const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1] as const;
const MAX_ITERATIONS = 50;
/** Raw confidences are limited to [MIN, 1 - MIN], as in the calibration of the analysis. */
const MIN = 1e-4;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the bands of confidence that contain estimates, lowest first; 1 belongs to the highest. */
export function reliabilityBands(judged: readonly Judged[]): ReliabilityBand[] {
  return EDGES.slice(1).flatMap((to, i) => {
    const from = EDGES[i]!;
    const inside = judged.filter(
      ({ confidence }) => confidence >= from && (confidence < to || to === 1),
    );
    if (inside.length === 0) return [];
    return {
      from,
      to,
      count: inside.length,
      promised: mean(inside.map(({ confidence }) => confidence)),
      kept: mean(inside.map(({ share }) => share)),
    };
  });
}

/**
 * Returns the expected calibration error: the mean difference in a band between confidence and share right.
 *
 * Source: M. Naeini, G. Cooper, M. Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian Binning",
 * AAAI, 2015.
 *
 * @returns [0, 1]; 0 without estimates
 */
export function calibrationError(judged: readonly Judged[]): number {
  const errors = reliabilityBands(judged).map(
    ({ count, promised, kept }) => count * Math.abs(promised - kept),
  );
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, judged.length);
}

/**
 * Fits the logistic map of log odds with maximum likelihood: intercept 0 and slope 1 where confidences are
 * calibrated.
 *
 * Source: J. Platt, "Probabilistic Outputs for Support Vector Machines", Advances in Large Margin
 * Classifiers, MIT Press, 1999; found by Newton's method.
 */
export function calibrationOf(judged: readonly Judged[]): { intercept: number; slope: number } {
  const points = judged.map(({ confidence, share }) => {
    const bounded = Math.min(1 - MIN, Math.max(MIN, confidence));
    return { logOdds: Math.log(bounded / (1 - bounded)), target: share };
  });
  let [intercept, slope] = [0, 0];
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    // A little weight on the diagonal keeps the step finite where all are right.
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const { logOdds, target } of points) {
      const probability = 1 / (1 + Math.exp(-(intercept + slope * logOdds)));
      const weight = probability * (1 - probability);
      g0 += target - probability;
      g1 += (target - probability) * logOdds;
      h00 += weight;
      h01 += weight * logOdds;
      h11 += weight * logOdds * logOdds;
    }
    const determinant = h00 * h11 - h01 * h01;
    intercept += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { intercept, slope };
}
