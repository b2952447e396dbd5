import type { HoldingFile } from "../track/holding-file.js";
import type { ReleaseDetails } from "../track/release-details.js";
import { foldText } from "../track/folded-text.js";

/** The texts of a track that it may not have: of its tags, or of a provider, and of its file. */
export const orderedTags = [
  ...(["genre", "album", "albumArtist", "composer", "label"] as const),
  ...(["folder", "format", "server"] as const),
] as const;

export type OrderedTag = (typeof orderedTags)[number];

/** The texts, beside titles, that tracks are filtered, ordered and counted by. */
export const textTags = ["artist", ...orderedTags] as const;

export type TextTag = (typeof textTags)[number];

/** Each field in words, for descriptions. */
export const textTagNames: Readonly<Record<TextTag, string>> = {
  genre: "genre",
  artist: "artist",
  album: "album",
  albumArtist: "artist of the album",
  composer: "composer",
  label: "record label",
  folder: "folder of its file, below that of the library",
  format: "format of its file, such as FLAC or MP3",
  server: "name of a music server that has it",
};

/** Separates the values of a tag that has several, as "House; Techno". */
const SEPARATOR = ";";

/** Whether a text of a field may be several values: the title of an album is one, also with a semicolon. */
export const isSeparated = (field: TextTag): boolean => field !== "album" && field !== "folder";

/** Returns what a caller needs to see the values of fields: paths are shown to those who may write. */
export const scopeOfFields = (fields: readonly string[]): "read" | "write" =>
  fields.includes("folder") ? "write" : "read";

/** What a filter needs of a track. */
export interface TaggedTrack {
  readonly artist: string;
  readonly release?: ReleaseDetails | undefined;
  readonly holdingFile?: HoldingFile | undefined;
}

/** Returns the text of a field as the tags have it, or as the file is; empty where there is none. */
export function tagTextOf({ artist, release, holdingFile }: TaggedTrack, field: TextTag): string {
  switch (field) {
    case "artist":
      return artist;
    case "folder":
    case "format":
      return holdingFile?.[field] ?? "";
    case "server":
      return holdingFile?.servers?.join(`${SEPARATOR} `) ?? "";
    default:
      return release?.[field] ?? "";
  }
}

/** Returns the values in a text of a field. */
export function tagValuesOf(field: TextTag, text: string): readonly string[] {
  const values = isSeparated(field) ? text.split(SEPARATOR) : [text];
  return values.map((value) => value.trim()).filter((value) => value !== "");
}

/** Returns the form in which values are compared: without letter case, diacritics and punctuation, but for that between folders. */
export const comparedTag = (field: TextTag, value: string): string =>
  field === "folder" ? value.split("/").map(foldText).join("/") : foldText(value);

/** A value of a tag. */
export interface ComparedTag {
  readonly text: string;
  /** Without letter case, diacritics and punctuation. */
  readonly compared: string;
}

/**
 * Returns the values of a track from the text of a field, without those that differ from one before in their spelling only.
 * What lies in a folder lies in those above it, too.
 */
export function comparedTagsOf(field: TextTag, text: string): readonly ComparedTag[] {
  const own = field === "folder" ? foldersTo(text) : tagValuesOf(field, text);
  const values = own.map((value) => ({ text: value, compared: comparedTag(field, value) }));
  return values.filter(
    ({ compared }, index) => values.findIndex((other) => other.compared === compared) === index,
  );
}

/** Returns a folder and those above it, the outermost first. */
function foldersTo(folder: string): readonly string[] {
  const names = folder.split("/").filter((name) => name !== "");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** The maximum number of a disc or a track. */
const MAX_PLACE = 9_999;

/** Returns the place of a track on its album as one number, by disc and number; 0 where neither is known. */
export function placeOnAlbum(release: ReleaseDetails | undefined): number {
  const { discNumber = 0, trackNumber = 0 } = release ?? {};
  return (MAX_PLACE + 1) * discNumber + trackNumber;
}

/** Returns what orders a track by album as one value, for cursors; `null` without an album. Folded titles have no line feed. */
export function albumPositionOf(release: ReleaseDetails | undefined): string | null {
  if (release?.album === undefined) return null;
  const names = [release.album, release.albumArtist ?? ""].map(foldText);
  return [...names, placeOnAlbum(release)].join("\n");
}

/** What `albumPositionOf` joins. */
export interface AlbumPosition {
  readonly album: string;
  readonly albumArtist: string;
  readonly place: number;
}

/** Splits what `albumPositionOf` joins. */
export function parseAlbumPosition(value: string): AlbumPosition {
  const [album = "", albumArtist = "", place = ""] = value.split("\n");
  return { album, albumArtist, place: Number(place) };
}
