import { MAX_MIX_PATH_LENGTH } from "../../../domain/catalogue/mix-path.js";
import { MAX_SIMILAR_COUNT } from "../../../domain/catalogue/similarity.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseOptionalName } from "../../../domain/track/name-text.js";
import { trackKeyFrom, type TrackKey } from "../../../domain/track/track-key.js";
import { queryParametersOf } from "../../request/query-parameters.js";

/** The most similar tracks of an answer: plugins ask for as many as one mix has. */
const MAX_SIMILAR_ROWS = 200;

const DEFAULT_SIMILAR_ROWS = 10;
const DEFAULT_PATH_LENGTH = 25;
const DEFAULT_FOUND_ROWS = 20;
const MAX_FOUND_ROWS = 500;

/** How a request names a song: by an id, or by its artist and its title. */
export type NamedSong = { readonly id: string } | { readonly trackKey: TrackKey };

/** What is asked for with a request for similar tracks. */
interface SimilarWish {
  readonly song: NamedSong;
  readonly count: number;
  /** Whether no more than a few are by one artist. */
  readonly isSpread: boolean;
}

/**
 * Reads a request for similar tracks. More than the server finds at once are as many as it does.
 *
 * @throws {InvalidInputError} no song is named, or it is one of a kind that there is not here
 */
export function similarWishOf(url: string): SimilarWish {
  refuse(url, ["mood", "centroid_index", "anchor_id"]);
  const names = ["item_id", "title", "artist", "n", "eliminate_duplicates"] as const;
  const {
    item_id: id,
    title,
    artist,
    n,
    eliminate_duplicates: spread,
  } = queryParametersOf(url, names);
  return {
    song: songOf("item_id", id, { artist, title }),
    count: Math.max(1, countOf("n", n, DEFAULT_SIMILAR_ROWS, MAX_SIMILAR_ROWS)),
    isSpread: spread === undefined || spread.toLowerCase() === "true",
  };
}

/**
 * Reads a request for a path.
 *
 * @throws {InvalidInputError} an end is not named, or is one of a kind that there is not here
 */
export function pathWishOf(url: string): {
  readonly ends: readonly [string, string];
  readonly length: number;
} {
  refuse(url, ["start_mood", "end_mood", "start_anchor", "end_anchor"]);
  const names = ["start_song_id", "end_song_id", "max_steps", "path_space"] as const;
  const given = queryParametersOf(url, names);
  if (given.path_space !== undefined && given.path_space.toLowerCase() !== "audio") {
    throw new InvalidInputError("path_space", 'must be "audio": lyrics are not compared');
  }
  const { start_song_id: start, end_song_id: end, max_steps: steps } = given;
  if (start === undefined) throw new InvalidInputError("start_song_id", "is required");
  if (end === undefined) throw new InvalidInputError("end_song_id", "is required");
  const length = countOf("max_steps", steps, DEFAULT_PATH_LENGTH, MAX_MIX_PATH_LENGTH);
  return { ends: [start, end], length: Math.max(2, length) };
}

/** Reads the words of a search, and which of the tracks that they find are sent; `undefined` where there are no words. */
export function searchWishOf(
  url: string,
): { readonly words: string; readonly start: number; readonly end: number } | undefined {
  const names = ["search_query", "title", "artist", "start", "end"] as const;
  const given = queryParametersOf(url, names);
  const { search_query: query = "", title = "", artist = "" } = given;
  const words = query.trim() === "" ? `${artist} ${title}`.trim() : query.trim();
  if (words === "") return undefined;
  const start = countOf("start", given.start, 0, MAX_FOUND_ROWS);
  const end = countOf("end", given.end, start + DEFAULT_FOUND_ROWS, MAX_FOUND_ROWS);
  return { words, start, end };
}

/**
 * Reads a request for similar artists.
 *
 * @throws {InvalidInputError} no artist is named
 */
export function artistWishOf(url: string): {
  /** Its name, or what a music server calls it. */
  readonly artist: string;
  readonly count: number;
  /** Whether songs of both are sent. */
  readonly hasSongs: boolean;
} {
  const names = ["artist", "artist_id", "n", "include_component_matches"] as const;
  const given = queryParametersOf(url, names);
  const artist = parseOptionalName(given.artist ?? given.artist_id, "artist");
  if (artist === undefined) throw new InvalidInputError("artist", "is required, or artist_id");
  return {
    artist,
    count: Math.max(1, countOf("n", given.n, DEFAULT_SIMILAR_ROWS, MAX_SIMILAR_COUNT)),
    hasSongs: given.include_component_matches?.toLowerCase() === "true",
  };
}

/**
 * Reads an id that a request must have.
 *
 * @throws {InvalidInputError} it is absent
 */
export function idOf(url: string, parameter: "id" | "item_id"): string {
  const { [parameter]: id } = queryParametersOf(url, [parameter]);
  if (id === undefined) throw new InvalidInputError(parameter, "is required");
  return id;
}

/** Reads which music server a request is about; `undefined` where it does not say. */
export function serverOf(url: string): string | undefined {
  const { server, server_id: id } = queryParametersOf(url, ["server", "server_id"]);
  return server ?? id;
}

function songOf(
  parameter: string,
  id: string | undefined,
  names: { readonly artist: string | undefined; readonly title: string | undefined },
): NamedSong {
  if (id !== undefined) return { id };
  const artist = parseOptionalName(names.artist, "artist");
  const title = parseOptionalName(names.title, "title");
  if (artist !== undefined && title !== undefined) return { trackKey: trackKeyFrom(artist, title) };
  throw new InvalidInputError(parameter, "is required, or an artist and a title in its place");
}

/** @throws {InvalidInputError} the text is no whole number */
function countOf(
  parameter: string,
  text: string | undefined,
  byDefault: number,
  max: number,
): number {
  if (text === undefined) return Math.min(byDefault, max);
  if (/^-?[0-9]{1,9}$/.test(text)) return Math.min(Math.max(0, Number(text)), max);
  throw new InvalidInputError(parameter, "must be a whole number");
}

/** @throws {InvalidInputError} a request has one of these parameters */
function refuse(url: string, names: readonly string[]): void {
  const [name] = Object.keys(queryParametersOf(url, names));
  if (name !== undefined) {
    throw new InvalidInputError(name, "is not supported here; name a song by its id");
  }
}
