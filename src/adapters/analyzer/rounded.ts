/** Decimals of shares and confidences. */
const SHARE_DECIMALS = 4;
/** Decimals of times, seconds. */
export const SECONDS_DECIMALS = 3;

/** Rounds a number to so many decimals; default: the four of shares. */
export function rounded(value: number, decimals = SHARE_DECIMALS): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** Rounds a value, as `rounded` does; `null` remains. */
export function roundedOrNull(value: number | null, decimals?: number): number | null {
  return value === null ? null : rounded(value, decimals);
}
