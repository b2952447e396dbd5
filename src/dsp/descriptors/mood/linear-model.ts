/** Maximum distance of a feature from its mean, in standard deviations; larger ones are limited to it. */
const REACH = 3;
/**
 * Slope of the logistic function, with which the middle nine tenths of the training tracks cover about
 * [0.08, 0.92].
 */
const STEEPNESS = 1.5;

/** Mean and standard deviation of each feature over the training tracks. */
export interface FeatureScale {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

/** A fitted linear model of one quality. */
export interface LinearModel {
  /** Weight of each standardised feature. */
  readonly weights: readonly number[];
  /** Added to the weighted sum. */
  readonly offset: number;
  /** Standard deviation of the sum over the training tracks, > 0. */
  readonly spread: number;
}

/** Features as multiples of their standard deviation from their mean, within [-3, 3]. */
export function standardized(features: Float64Array, scale: FeatureScale): Float64Array {
  return features.map((value, i) => {
    const distance = (value - scale.means[i]!) / scale.deviations[i]!;
    return Math.max(-REACH, Math.min(REACH, distance));
  });
}

/**
 * Returns the output of a model through a logistic function, (0, 1): 0.5 for a sum of 0.
 *
 * @param inputs standardised features
 */
export function predict(model: LinearModel, inputs: Float64Array): number {
  const raw = inputs.reduce((sum, value, i) => sum + value * model.weights[i]!, model.offset);
  return 1 / (1 + Math.exp((-STEEPNESS * raw) / model.spread));
}
