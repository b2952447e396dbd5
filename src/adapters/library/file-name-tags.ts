import { findName } from "../../domain/track/name-text.js";

/** The artist of a file without one. */
export const UNKNOWN_ARTIST = "Unknown Artist";

const SEPARATOR = /\s+[-\u2013\u2014]\s+/u;

/** `7`, `07` or `007`, but not `311`, which is a band. */
const TRACK_NUMBER = /^(?:\d{1,2}|0\d{2})\.?$/;

/**
 * Reads artist and title from a file name: `Artist - Title.ext`, `NN - Artist - Title.ext`,
 * `NN - Title.ext` or `Title.ext`.
 *
 * The first part is the artist and everything after it the title. Underscores count as spaces where
 * there are no spaces. Letters are composed (NFC), because their form is that of the file system.
 * Without an artist it is "Unknown Artist": folder names are not used. There is always a title; without
 * a better one, it is the whole name.
 *
 * @param path names separated by `/`
 */
export function tagsFromFileName(path: string): {
  readonly artist: string;
  readonly trackName: string;
} {
  const name = path.slice(path.lastIndexOf("/") + 1).normalize("NFC");
  const stem = name.replace(/(?<=.)\.[^.]*$/u, "");
  const spaced = /\s/u.test(stem) ? stem : stem.replaceAll("_", " ");
  const [first = "", ...rest] = spaced.trim().split(SEPARATOR);
  const names = TRACK_NUMBER.test(first) && rest.length > 0 ? rest : [first, ...rest];
  const [artist, ...title] = names.length > 1 ? names : [undefined, ...names];
  return {
    artist: findName(artist) ?? UNKNOWN_ARTIST,
    trackName: findName(title.join(" - ")) ?? findName(name) ?? "Untitled",
  };
}
