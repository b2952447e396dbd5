import { InvalidInputError } from "../errors/request-errors.js";

/** A search query for the metadata providers, normalised and validated. */
export interface SearchQuery {
  /** 1..200 characters. */
  readonly track: string;
  /** 1..200 characters, or absent: any artist. */
  readonly artist?: string;
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

const MAX_NAME_CHARACTERS = 200;

/**
 * Normalises a name of a client: every `+` means a space, and runs of white space become one space.
 */
export function normalizedName(text: string): string {
  return text.replace(/[+\s]+/gu, " ").trim();
}

/**
 * Parses and normalises a track or artist name.
 *
 * @param normalized by default as in a search
 * @throws {InvalidInputError} the value is not one string, is empty, has more than 200 characters,
 * or has control characters
 */
export function parseName(
  value: unknown,
  parameter: string,
  normalized: (text: string) => string = normalizedName,
): string {
  if (value === undefined || value === null) throw new InvalidInputError(parameter, "is required");
  if (typeof value !== "string") throw new InvalidInputError(parameter, "must be given once");
  if (!value.isWellFormed()) throw new InvalidInputError(parameter, "is not well-formed Unicode");
  const name = normalized(value);
  if (name === "") throw new InvalidInputError(parameter, "must not be empty");
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw new InvalidInputError(parameter, "must not contain control characters");
  }
  if ([...name].length > MAX_NAME_CHARACTERS) {
    throw new InvalidInputError(parameter, `must be at most ${MAX_NAME_CHARACTERS} characters`);
  }
  return name;
}

/** Parses an optional name; `undefined` where it is absent. */
export function parseOptionalName(value: unknown, parameter: string): string | undefined {
  return value === undefined || value === null ? undefined : parseName(value, parameter);
}

/**
 * Parses a search query.
 *
 * @throws {InvalidInputError} names the parameter that is missing or malformed
 */
export function parseSearchQuery(input: {
  readonly track: unknown;
  readonly artist?: unknown;
  readonly limit?: unknown;
}): SearchQuery {
  const track = parseName(input.track, "track");
  const artist = parseOptionalName(input.artist, "artist");
  const limit = parseLimit(input.limit);
  return { track, limit, ...(artist !== undefined && { artist }) };
}

function parseLimit(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_SEARCH_LIMIT;
  const isNumeral = typeof value === "string" && /^[0-9]{1,4}$/.test(value);
  const limit = isNumeral ? Number(value) : value;
  if (
    typeof limit !== "number" ||
    !Number.isInteger(limit) ||
    limit < 1 ||
    limit > MAX_SEARCH_LIMIT
  ) {
    throw new InvalidInputError("limit", `must be an integer from 1 to ${MAX_SEARCH_LIMIT}`);
  }
  return limit;
}
