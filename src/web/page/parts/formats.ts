/** Returns a number in the notation of a language, with at most the given number of decimals. */
export function formatNumber(language: string, value: number, decimals = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value);
}

/** Returns a share in [0, 1] as a percentage, with at most the given number of decimals. */
export function formatShare(language: string, share: number, decimals = 0): string {
  return new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: decimals,
  }).format(share);
}

/** Returns a position or a length in a recording: "3:05", "1:02:07". */
export function formatClock(language: string, seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false });
  const one = new Intl.NumberFormat(language, { useGrouping: false });
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ];
  return hours > 0
    ? `${one.format(hours)}:${two.format(minutes)}:${two.format(rest)}`
    : `${one.format(minutes)}:${two.format(rest)}`;
}

/** Returns a span of time in its two largest units: "2 hr, 5 min". */
export function formatSpan(language: string, seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ] as const;
  const first = units.findIndex(([, size]) => seconds >= size);
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first === -1 ? 3 : first).slice(0, 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (parts.length === 0 && size === 1)) {
      parts.push(
        new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(
          count,
        ),
      );
    }
  }
  return new Intl.ListFormat(language, { style: "narrow", type: "unit" }).format(parts);
}

/** Returns a date and time of day. */
export function formatDate(language: string, iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
}

/** Returns names as a list: "a, b, and c". */
export function formatNames(language: string, names: readonly string[]): string {
  return new Intl.ListFormat(language, { style: "long", type: "conjunction" }).format(names);
}

/** Returns a quantity with its unit, e.g. "3.2 sec". */
export const formatUnit = (
  language: string,
  value: number,
  unit: string,
  decimals: number,
): string =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    maximumFractionDigits: decimals,
  }).format(value);

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Returns a number of bytes in the largest unit of which there is one: "3.2 MB". */
export function formatBytes(language: string, bytes: number): string {
  const thousands = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const power = Math.min(BYTE_UNITS.length - 1, thousands);
  return formatUnit(language, bytes / 1000 ** power, BYTE_UNITS[power] ?? "byte", 1);
}
