import { standardized, type FeatureScale } from "../mood/linear-model.js";

/** A logistic model of standardised inputs and their squares. */
export interface PresenceModel extends FeatureScale {
  /** Weights of the terms that `presenceTerms` returns. */
  readonly weights: readonly number[];
  readonly offset: number;
}

/** Output of a model for given inputs, (0, 1). */
export function presenceOf(inputs: Float64Array, model: PresenceModel): number {
  const score = presenceTerms(inputs, model).reduce(
    (sum, term, i) => sum + term * model.weights[i]!,
    model.offset,
  );
  return 1 / (1 + Math.exp(-score));
}

/**
 * Returns the standardised inputs and their squares. With the squares, music may lie in the middle of an
 * input, as between the hum of an engine and the claps of applause.
 */
export function presenceTerms(inputs: Float64Array, scale: FeatureScale): Float64Array {
  const distances = standardized(inputs, scale);
  return Float64Array.of(...distances, ...distances.map((distance) => distance ** 2));
}
