import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseCount } from "../../../domain/parse-count.js";
import { parseFieldedQuery, type FieldedQuery } from "./fielded-query.js";
import { queryParametersOf } from "../../request/query-parameters.js";

/** What Spotify's search finds, by the value of `type`, and the name of its page in the answer. */
const PAGES_BY_TYPE = {
  album: "albums",
  artist: "artists",
  playlist: "playlists",
  track: "tracks",
  show: "shows",
  episode: "episodes",
  audiobook: "audiobooks",
} as const;

/** The name of a page in an answer to a search. */
export type PageName = (typeof PAGES_BY_TYPE)[keyof typeof PAGES_BY_TYPE];

/** A search in Spotify's format. */
export interface SpotifySearch {
  readonly text: string;
  readonly query: FieldedQuery;
  readonly types: string;
  readonly pageNames: readonly PageName[];
  /** 0..50. */
  readonly limit: number;
  /** 0..1000. */
  readonly offset: number;
}

/**
 * Parses the search of a URL. `market` and `include_external` change nothing here.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function spotifySearchOf(url: string): SpotifySearch {
  const names = ["q", "type", "limit", "offset"] as const;
  const { q, type, limit, offset } = queryParametersOf(url, names);
  const query = parseFieldedQuery(q, "q");
  if (type === undefined || type === "") throw new InvalidInputError("type", "is required");
  return {
    text: q ?? "",
    query,
    types: type,
    pageNames: [...new Set(type.split(",").map((name) => pageNameOf(name.trim())))],
    limit: parseCount(limit, { parameter: "limit", defaultValue: 20, min: 0, max: 50 }),
    offset: parseCount(offset, { parameter: "offset", defaultValue: 0, min: 0, max: 1000 }),
  };
}

function pageNameOf(type: string): PageName {
  if (type in PAGES_BY_TYPE) return PAGES_BY_TYPE[type as keyof typeof PAGES_BY_TYPE];
  const known = Object.keys(PAGES_BY_TYPE).join(", ");
  throw new InvalidInputError("type", `must be one or more of ${known}, separated by commas`);
}
