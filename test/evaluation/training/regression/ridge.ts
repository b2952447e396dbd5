import { solvePositiveDefinite } from "./solve-positive-definite.js";

/** A linear fit: output = offset + sum of weights x inputs. */
export interface RidgeFit {
  readonly weights: Float64Array;
  readonly offset: number;
}

/**
 * Least squares with a penalty on large weights; the offset is free.
 *
 * @param rows inputs of each example, equally long
 * @param targets the output that each example should have
 * @param penalty > 0
 * @param disturbances changes of inputs that should not change the output: the squared outputs for them are added
 *   to the squared errors; scale them by the root of their importance
 *
 * Source: A. Hoerl and R. Kennard, "Ridge Regression: Biased Estimation for Nonorthogonal
 * Problems", Technometrics 12(1), 1970. Solved by Cholesky factorisation. Disturbances after the within-class
 * covariance of A. Hatch, S. Kajarekar and A. Stolcke, "Within-Class Covariance Normalization for SVM-Based Speaker
 * Recognition", Proc. Interspeech, 2006.
 */
export function fitRidge(
  rows: readonly Float64Array[],
  targets: readonly number[],
  penalty: number,
  disturbances: readonly Float64Array[] = [],
): RidgeFit {
  const size = rows[0]!.length;
  const middle = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  const centre = Float64Array.from(
    { length: size },
    (_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length,
  );
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  rows.forEach((row, r) => {
    const centred = row.map((value, i) => value - centre[i]!);
    for (let i = 0; i < size; i++) {
      right[i]! += centred[i]! * (targets[r]! - middle);
    }
    addProducts(matrix, centred);
  });
  for (const disturbance of disturbances) addProducts(matrix, disturbance);
  for (let i = 0; i < size; i++) matrix[i]![i]! += penalty;
  const weights = solvePositiveDefinite(matrix, right);
  const offset = middle - weights.reduce((sum, weight, i) => sum + weight * centre[i]!, 0);
  return { weights, offset };
}

/** Adds the products of all pairs of values to the lower triangle of a matrix. */
function addProducts(matrix: readonly Float64Array[], values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j <= i; j++) matrix[i]![j]! += values[i]! * values[j]!;
  }
}
