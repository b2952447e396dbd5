/** Solves a positive definite system by Cholesky factorisation; its lower triangle is given, and overwritten. */
export function solvePositiveDefinite(
  matrix: readonly Float64Array[],
  right: Float64Array,
): Float64Array {
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
