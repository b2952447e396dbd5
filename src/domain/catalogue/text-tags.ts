import type { ReleaseDetails } from "../track/release-details.js";
import { foldText } from "../track/folded-text.js";

/** What tracks are filtered, ordered and counted by of what their tags, or a provider, say. */
export const textTags = ["genre", "artist", "album", "albumArtist", "composer"] as const;

/** A field of tags that has a text. */
export type TextTag = (typeof textTags)[number];

/** Each field in words, for descriptions. */
export const textTagNames: Readonly<Record<TextTag, string>> = {
  genre: "genre",
  artist: "artist",
  album: "album",
  albumArtist: "artist of the album",
  composer: "composer",
};

/** Separates the values of a tag that has several, as "House; Techno". */
const SEPARATOR = ";";

/** What a filter needs of a track. */
export interface TaggedTrack {
  readonly artist: string;
  readonly release?: ReleaseDetails | undefined;
}

/** Returns the text of a field as the tags have it; empty where they have none. */
export function tagTextOf({ artist, release }: TaggedTrack, field: TextTag): string {
  return field === "artist" ? artist : (release?.[field] ?? "");
}

/** Returns the values of the text of a field: the title of an album is one, also with a semicolon. */
export function tagValuesOf(field: TextTag, text: string): readonly string[] {
  const values = field === "album" ? [text] : text.split(SEPARATOR);
  return values.map((value) => value.trim()).filter((value) => value !== "");
}

/** A value of a tag. */
export interface ComparedTag {
  readonly text: string;
  /** Without letter case, diacritics and punctuation. */
  readonly compared: string;
}

/** Returns the values of the text of a field without those that differ from one before in their spelling only. */
export function comparedTagsOf(field: TextTag, text: string): readonly ComparedTag[] {
  const values = tagValuesOf(field, text).map((value) => ({
    text: value,
    compared: foldText(value),
  }));
  return values.filter(
    ({ compared }, index) => values.findIndex((other) => other.compared === compared) === index,
  );
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
