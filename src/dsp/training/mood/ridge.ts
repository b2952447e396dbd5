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
 *
 * Source: A. Hoerl and R. Kennard, "Ridge Regression: Biased Estimation for Nonorthogonal
 * Problems", Technometrics 12(1), 1970. Solved by Cholesky factorisation.
 */
export function fitRidge(
  rows: readonly Float64Array[],
  targets: readonly number[],
  penalty: number,
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
      for (let j = 0; j <= i; j++) matrix[i]![j]! += centred[i]! * centred[j]!;
    }
  });
  for (let i = 0; i < size; i++) matrix[i]![i]! += penalty;
  const weights = solve(matrix, right);
  const offset = middle - weights.reduce((sum, weight, i) => sum + weight * centre[i]!, 0);
  return { weights, offset };
}

/** Solves a positive definite system, of which the lower triangle is given and overwritten. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i]![k]! * matrix[j]![k]!;
      matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!;
    }
  }
  const result = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) result[i]! -= matrix[i]![k]! * result[k]!;
    result[i]! /= matrix[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) result[i]! -= matrix[k]![i]! * result[k]!;
    result[i]! /= matrix[i]![i]!;
  }
  return result;
}
