/** Returns a share in [0, 1] as a percentage. */
export const shareOf = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** Returns a number with at most some decimals. */
export const numberOf = (language: string, value: number, decimals: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value);

/** Returns a quantity with its unit, e.g. "3.2 sec". */
export const inUnit = (language: string, value: number, unit: string, decimals: number): string =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    maximumFractionDigits: decimals,
  }).format(value);

/** Returns a length of time as on a clock: "3:05", "1:02:07". */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = two(whole % 60);
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${rest}` : `${String(minutes)}:${rest}`;
}
