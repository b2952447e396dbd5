import { parseCount } from "../parse-count.js";
import { foldedSpaces, parseName, parseOptionalName } from "./name-text.js";

/** A search query for the metadata providers, normalised and validated. */
export interface SearchQuery {
  /** 1..200 characters. */
  readonly track: string;
  /** 1..200 characters, or absent: any artist. */
  readonly artist?: string;
  /** Whether `track` has words of any names of a track, its title, artist and album; then there is no artist. */
  readonly isOfAnyName?: true;
  /** Integer in [1, 50]. */
  readonly limit: number;
}

/** A query for some of a provider's candidates. */
export interface CandidateQuery extends SearchQuery {
  /** The number of candidates before them, a multiple of `limit`; 0 where absent. */
  readonly offset?: number;
}

/** The number of tracks of a search, where the client gives none. */
export const DEFAULT_SEARCH_LIMIT = 30;

/** The maximum number of tracks of a search. */
export const MAX_SEARCH_LIMIT = 50;

/** The maximum number of queries to each provider for all pages of a search. */
export const MAX_SEARCH_ROUNDS = 10;

const MAX_WORDS_CHARACTERS = 200;

/**
 * Parses the words of a query, literally, and folds white space and the Unicode form: a query is no name.
 *
 * @throws {InvalidInputError} the value is not one string, is empty, has more than 200 characters,
 * or has control characters
 */
export const parseWords = (value: unknown, parameter: string): string =>
  foldedSpaces(parseName(value, parameter, MAX_WORDS_CHARACTERS));

/** Parses the words of an optional query; `undefined` where it is absent or blank. */
export function parseOptionalWords(value: unknown, parameter: string): string | undefined {
  const words = parseOptionalName(value, parameter, MAX_WORDS_CHARACTERS);
  return words === undefined ? undefined : foldedSpaces(words);
}

/** Returns the words by which a name is searched: as much of it as a query may have. */
export function wordsOf(name: string): string {
  const words = foldedSpaces(name);
  if (words.length <= MAX_WORDS_CHARACTERS) return words;
  return [...words].slice(0, MAX_WORDS_CHARACTERS).join("").trim();
}

/**
 * Parses a search query.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function parseSearchQuery(input: {
  readonly track?: unknown;
  readonly artist?: unknown;
  readonly limit?: unknown;
  /** Another name of `limit`, which goes before it. */
  readonly first?: unknown;
}): SearchQuery {
  const track = parseWords(input.track, "track");
  const artist = parseOptionalWords(input.artist, "artist");
  const hasFirst = input.first !== undefined && input.first !== null;
  const limit = hasFirst
    ? parseSearchLimit(input.first, "first")
    : parseSearchLimit(input.limit, "limit");
  return { track, limit, ...(artist !== undefined && { artist }) };
}

/**
 * Parses the maximum number of tracks of a search.
 *
 * @throws {InvalidInputError} it is no integer from 1 to 50
 */
export function parseSearchLimit(value: unknown, parameter: string): number {
  const bounds = { defaultValue: DEFAULT_SEARCH_LIMIT, min: 1, max: MAX_SEARCH_LIMIT };
  return parseCount(value, { parameter, ...bounds });
}
