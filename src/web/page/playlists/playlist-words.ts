import { formatNumber, formatSpan } from "../parts/formats.js";
import type { PlaylistFacts } from "../keep/use-playlists.js";
import type { Texts } from "../texts/texts.js";

/** Returns what a playlist is in words: "Tracks · 12 tracks · 45 min". */
export function playlistWords(
  { playlists, library }: Pick<Texts, "playlists" | "library">,
  language: string,
  { kind, trackCount, length, durationMs }: PlaylistFacts,
): string {
  const count = trackCount ?? length;
  const counted = library.trackCount(formatNumber(language, count), count === 1);
  const words = [
    playlists.kinds[kind],
    trackCount === null ? playlists.atMost(counted) : counted,
    durationMs === null || durationMs === 0 ? null : formatSpan(language, durationMs / 1000),
  ];
  return words.filter((word) => word !== null).join(" · ");
}
