import { InvalidInputError } from "../errors/request-errors.js";
import { findSpotifyId } from "./spotify-track-id.js";
import { parseTrackId } from "./track-id.js";
import { trackKeyFrom, type TrackKey } from "./track-key.js";
import { findIsrc, type Isrc } from "./track.js";

/** What a table of ids says of a track of Spotify: at least one of its other ids. */
export interface IdLink {
  /** 22 letters and digits. */
  readonly spotifyId: string;
  readonly isrc: Isrc | null;
  /** MusicBrainz recording id, a UUID. */
  readonly musicbrainzId: string | null;
  /** That of its artist and title. */
  readonly trackKey: TrackKey | null;
}

/** The names of columns, in lower case and without separators. */
const COLUMNS = {
  spotify: ["spotifyid", "spotifyuri", "spotifyurl", "trackuri", "trackid", "uri", "url", "id"],
  isrc: ["isrc"],
  mbid: ["mbid", "recordingmbid", "musicbrainzid"],
  artist: ["artist", "artistname", "artistnames", "artists"],
  title: ["title", "track", "trackname", "name"],
} as const;

type Column = keyof typeof COLUMNS;

/**
 * Parses a record of a table of ids, whose names are compared without case and separators: `Spotify
 * ID` is `spotify_id`.
 *
 * @throws {InvalidInputError} there is no Spotify id, or nothing else that identifies the track, or a
 * value is malformed
 */
export function parseIdLink(record: Readonly<Record<string, unknown>>): IdLink {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === "string" && value.trim() !== "") values.set(plain(name), value.trim());
  }
  const valueOf = (column: Column): string | undefined =>
    COLUMNS[column].map((name) => values.get(name)).find((value) => value !== undefined);
  const spotifyId = findSpotifyId(valueOf("spotify"));
  if (spotifyId === undefined) {
    throw new InvalidInputError("spotify_id", "must be the id, URI or URL of a track of Spotify");
  }
  const [artist, title] = [valueOf("artist"), valueOf("title")];
  const link = {
    spotifyId,
    isrc: parseIsrc(valueOf("isrc")),
    musicbrainzId: parseMbid(valueOf("mbid")),
    trackKey: artist !== undefined && title !== undefined ? trackKeyFrom(artist, title) : null,
  };
  if (link.isrc !== null || link.musicbrainzId !== null || link.trackKey !== null) return link;
  throw new InvalidInputError("isrc", "is required, or an MBID, or an artist and a title");
}

/** Returns whether a table has a column with ids of Spotify. */
export function hasSpotifyColumn(names: readonly string[]): boolean {
  return names.some((name) => COLUMNS.spotify.some((known) => known === plain(name)));
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/gu, "");

function parseIsrc(text: string | undefined): Isrc | null {
  if (text === undefined) return null;
  const isrc = findIsrc(text);
  if (isrc) return isrc;
  throw new InvalidInputError("isrc", "must be an ISRC such as GBN9Y1100088");
}

function parseMbid(text: string | undefined): string | null {
  if (text === undefined) return null;
  const id = parseTrackId(`mbid:${text}`, "mbid");
  return id.kind === "mbid" ? id.musicbrainzId : null;
}
