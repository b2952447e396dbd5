import { findTagText } from "./tag-text.js";

/** What is written where a file names no artist. */
export const unknownArtist = "Unknown Artist";

const SEPARATOR = /\s+[-\u2013\u2014]\s+/u;

/** `7`, `07` or `007`, but not `311`, which is a band. */
const TRACK_NUMBER = /^(?:\d{1,2}|0\d{2})\.?$/;

/**
 * Artist and title from a file name: `Artist - Title.ext`, `NN - Artist - Title.ext`,
 * `NN - Title.ext` or `Title.ext`.
 *
 * The first name is the artist and everything after it the title. Underscores stand for spaces
 * where there are no others. Without an artist it is "Unknown Artist": we do not guess from
 * folders. Always answers a title; the worst is the whole name.
 *
 * @param path names apart by `/`
 */
export function tagsFromFileName(path: string): {
  readonly artist: string;
  readonly trackName: string;
} {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.replace(/(?<=.)\.[^.]*$/u, "");
  const spaced = /\s/u.test(stem) ? stem : stem.replaceAll("_", " ");
  const [first = "", ...rest] = spaced.trim().split(SEPARATOR);
  const names = TRACK_NUMBER.test(first) && rest.length > 0 ? rest : [first, ...rest];
  const [artist, ...title] = names.length > 1 ? names : [undefined, ...names];
  return {
    artist: findTagText(artist) ?? unknownArtist,
    trackName: findTagText(title.join(" - ")) ?? findTagText(name) ?? "Untitled",
  };
}
