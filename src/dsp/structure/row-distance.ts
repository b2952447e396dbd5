/** Squared Euclidean distance of two rows of one width, >= 0. */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}

/** Mean of each column; empty without rows. */
export function meanOfRows(rows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows) {
    for (let i = 0; i < mean.length; i++) mean[i]! += row[i]! / rows.length;
  }
  return mean;
}
