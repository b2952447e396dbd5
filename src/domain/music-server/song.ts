import { formatOfName } from "../library/audio-formats.js";
import type { AudioTags } from "../library/library-file.js";
import { findName, plainTextOf } from "../track/name-text.js";
import type { SongUse } from "../track/song-use.js";
import { digestOf } from "../track/track-key.js";

/** A song as its server lists it. */
export interface ListedSong {
  /** That of the server: a label, which another database of the server has another one for. */
  readonly id: string;
  /** As the server says it; absent where it says none. */
  readonly path?: string;
  /** Of file names, in lower case: "flac". */
  readonly suffix: string;
  /** The length of its file, > 0; 0 where the server does not say it. */
  readonly sizeBytes: number;
  readonly tags: AudioTags;
  /** What the server calls its first artist; absent where it does not say it. */
  readonly artistId?: string;
  /** By which the server is asked for its picture; present where `tags.hasCover`. */
  readonly coverId?: string;
  readonly use: SongUse;
}

/** A song with its path below the folder of its server. */
export interface Song extends Omit<ListedSong, "path"> {
  readonly relativePath: string;
}

/** What the digests of a song are made of. */
type Described = Pick<ListedSong, "sizeBytes" | "suffix" | "tags">;

/** Returns a digest of what decides which bytes a song has, as far as a listing says it: 16 hex characters. */
export function fingerprintOfSong({ sizeBytes, suffix, tags }: Described): string {
  const { artist, trackName, album = null } = tags;
  return digestOf(JSON.stringify([sizeBytes, suffix, artist, trackName, album]));
}

/** Returns a digest of everything in a listing that is stored of a song as a file: 16 hex characters. */
export function factsOfSong({ sizeBytes, suffix, tags }: Described): string {
  const known = Object.entries(tags).filter(([, value]) => value !== undefined);
  // A server may write the members of an object in any order.
  return digestOf(JSON.stringify([sizeBytes, suffix, known.sort(byName)]));
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Names of a path that mean a directory by its place, and none. */
const NO_NAMES = ["", ".", ".."];

/** The longest path, characters, which databases can find by an index; a longer one is made of tags, and cut at its beginning. */
const MAX_PATH_CHARACTERS = 600;

/**
 * Returns the path of a song below the folder of its server: that which the server says, without what no path has, or else
 * one of its tags. It names a file here, and opens none.
 */
export function pathOfSong({ path = "", suffix, tags }: ListedSong): string {
  const said = plainPathOf(path);
  if (said !== "" && said.length <= MAX_PATH_CHARACTERS) return said;
  const { albumArtist, artist, album, trackName } = tags;
  const names = [albumArtist ?? artist, album ?? "", `${trackName}.${suffix}`];
  return namesOf(names.map((name) => name.replaceAll(/[/\\]/g, "_"))).slice(-MAX_PATH_CHARACTERS);
}

/** Returns a path that a server says without what no path below a folder has: separators at its ends, `.`, `..`, control characters. */
export const plainPathOf = (path: string): string => namesOf(path.split(/[/\\]/));

const namesOf = (names: readonly string[]): string =>
  names
    .map(plainTextOf)
    .filter((name) => !NO_NAMES.includes(name))
    .join("/");

/** Returns the path of a song where another song has its path: with its id in front of the extension. */
export function distinctPathOfSong(song: ListedSong): string {
  const path = pathOfSong(song);
  const id = findName(song.id.replaceAll(/[/\\]/g, "_")) ?? digestOf(song.id);
  const [extension = ""] = /\.[^./]*$/.exec(path) ?? [];
  return `${path.slice(0, path.length - extension.length)} [${id}]${extension}`;
}

/** Returns whether a song is of a format that scans take. */
export const isOfKnownFormat = ({ suffix }: Pick<ListedSong, "suffix">): boolean =>
  formatOfName(`.${suffix}`) !== undefined;

/** Says what to do where a server sends a file with another length than it lists, in words that follow its name. */
export const otherLengthText = (sentBytes: number, listedBytes: number): string =>
  `sends ${sentBytes} bytes of a file of ${listedBytes}, as where it transcodes; ` +
  "let its user download, and turn off transcoding for the player Overtone";
