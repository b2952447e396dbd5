import { solvePositiveDefinite } from "./solve-positive-definite.js";

/** A fitted logistic model: probability = logistic(offset + sum of weights x inputs). */
export interface LogisticFit {
  readonly weights: Float64Array;
  readonly offset: number;
}

const ITERATIONS = 30;

/**
 * Fits a logistic regression with a penalty on large weights; the offset is free.
 *
 * @param rows inputs of each example, equally long
 * @param targets whether each example belongs to the class
 * @param importance weight of each example, > 0
 * @param penalty > 0, on half the sum of the squared weights
 *
 * Source: iteratively reweighted least squares: C. Bishop, "Pattern Recognition and Machine Learning",
 * Springer, 2006, 4.3.3.
 */
export function fitLogistic(
  rows: readonly Float64Array[],
  targets: readonly boolean[],
  importance: readonly number[],
  penalty: number,
): LogisticFit {
  const size = rows[0]!.length;
  const extended = rows.map((row) => [...row, 1]);
  const beta = new Float64Array(size + 1);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = new Float64Array(size + 1);
    const hessian = Array.from({ length: size + 1 }, () => new Float64Array(size + 1));
    extended.forEach((row, r) => {
      const probability = 1 / (1 + Math.exp(-row.reduce((sum, x, i) => sum + x * beta[i]!, 0)));
      const error = importance[r]! * (Number(targets[r]!) - probability);
      const curvature = importance[r]! * probability * (1 - probability);
      for (let i = 0; i <= size; i++) {
        gradient[i]! += error * row[i]!;
        for (let j = 0; j <= i; j++) hessian[i]![j]! += curvature * row[i]! * row[j]!;
      }
    });
    for (let i = 0; i <= size; i++) {
      if (i < size) gradient[i]! -= penalty * beta[i]!;
      // A small curvature keeps the equations of the offset solvable where the classes are separable.
      hessian[i]![i]! += i < size ? penalty : 1e-6;
    }
    solvePositiveDefinite(hessian, gradient).forEach((step, i) => (beta[i]! += step));
  }
  return { weights: beta.subarray(0, size), offset: beta[size]! };
}
