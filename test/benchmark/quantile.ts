/** Returns the quantile of a share in [0, 1]: the value at that share of the sorted ones, without interpolation; `NaN` of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
