import { isAbsolute, normalize, sep } from "node:path";
import { z } from "zod";
import {
  relativePaths,
  type PathMapping,
  type PlaylistPaths,
} from "../domain/playlist/playlist-paths.js";

const FORM = 'must be "relative", "absolute", or mappings such as /music=/mnt/nas/music';

/** How written playlists name files: "relative", "absolute", or mappings of folders separated by ";". */
export const playlistPaths = z.string().transform((text, context): PlaylistPaths => {
  if (text === "relative") return relativePaths;
  if (text === "absolute") return { areAbsolute: true, mappings: [] };
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const mappings = parts.map(mappingFrom);
  const problem = mappings.find((mapping) => typeof mapping === "string");
  if (problem === undefined && mappings.length > 0) {
    return { areAbsolute: false, mappings: mappings.filter((each) => typeof each !== "string") };
  }
  context.addIssue(problem ?? FORM);
  return z.NEVER;
});

/** Parses a mapping; returns the problem where it is none. */
function mappingFrom(text: string): PathMapping | string {
  const [, from, to] = /^([^=]+)=(.+)$/u.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined) return FORM;
  if (!isAbsolute(from)) return `${FORM}; "${from}" is not an absolute path`;
  return { from: withoutEnd(normalize(from), sep), to: withoutEnd(to, "/\\") };
}

/** Returns a path without the separators at its end. */
function withoutEnd(path: string, separators: string): string {
  let end = path.length;
  while (end > 0 && separators.includes(path.charAt(end - 1))) end--;
  return path.slice(0, end);
}
