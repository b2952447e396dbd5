import type { IAudioMetadata } from "music-metadata";

/** What iTunes takes a file for, by its number. Source: Apple, "iTunes Metadata Format", media kinds. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [2, "Audiobook"],
  [21, "Podcast"],
]);

/** The tags that only podcasts have, of MP4 and of ID3. */
const PODCAST_IDS: readonly string[] = ["pcst", "PCST"];

const AUDIOBOOK_NAME = /\.m4b$/i;

/**
 * Returns the genres of a file, and behind them what it is taken for where its tags or its extension say that it is
 * an audiobook or a podcast: from the genres follows what is no music.
 *
 * @param path of the file
 */
export function withMediaKind({ common, native }: IAudioMetadata, path: string): readonly string[] {
  const { genre = [] } = common;
  const items = Object.values(native).flat();
  const stated = items.find(({ id }) => id === "stik")?.value;
  const isPodcast = items.some(({ id }) => PODCAST_IDS.includes(id));
  const kind =
    KINDS.get(Number(stated)) ??
    (isPodcast ? "Podcast" : AUDIOBOOK_NAME.test(path) ? "Audiobook" : undefined);
  if (kind === undefined) return genre;
  const isNamed = genre.some((one) => one.toLowerCase() === kind.toLowerCase());
  return isNamed ? genre : [...genre, kind];
}
