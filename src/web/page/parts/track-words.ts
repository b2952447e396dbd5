import { formatClock } from "./formats.js";

/** Returns what is known of a track in one text: "Slow Waltz · Ann · Evenings · 3:05". */
export function trackWords(
  language: string,
  names: readonly (string | null)[],
  durationMs: number | null,
): string {
  const length = durationMs === null ? null : formatClock(language, durationMs / 1000);
  return [...names, length].filter((part) => part !== null).join(" · ");
}
