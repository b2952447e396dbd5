import type { Range } from "../../../domain/range.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { foldForMatching } from "../../../domain/track/folded-text.js";
import {
  MAX_SEARCH_LIMIT,
  parseWords,
  type SearchQuery,
} from "../../../domain/track/search-query.js";
import { findIsrc, type Isrc, type Track } from "../../../domain/track/track.js";

/** A search in one line of text: words, and fields such as `artist:Miles Davis year:1950-1960`. */
export interface FieldedQuery {
  /** What to search by words; absent where an ISRC is given. */
  readonly words?: SearchQuery;
  readonly isrc?: Isrc;
  /** What the found tracks must meet besides; a track of which this is not known does not. */
  readonly conditions: FieldConditions;
}

/** Conditions on what is known of a track. Texts are folded, and each of their words must occur. */
interface FieldConditions {
  readonly artist?: string;
  readonly album?: string;
  readonly genre?: string;
  readonly year?: Range;
}

const FIELDS = ["track", "artist", "album", "genre", "year", "isrc"] as const;
type Field = (typeof FIELDS)[number];

/** Fields that other services have, and of which nothing is known here. */
const UNKNOWN_FIELDS = ["upc", "tag"] as const;

/** The name of a field, with its value where this is quoted, in which nothing is a name. */
const FIELD_NAME = new RegExp(
  String.raw`(?<!\S)(${[...FIELDS, ...UNKNOWN_FIELDS].join("|")}):(?:\s*"[^"]*")?`,
  "giu",
);

/**
 * Parses a line of words and fields. The value of a field ends at the next field, or where it begins
 * with a quotation mark, at the next one. Title and artist are searched with the tolerance of every
 * search; an artist without a title, and the other fields, are conditions.
 *
 * @throws {InvalidInputError} a field is unknown, empty, given twice or malformed, or nothing is given
 * that can be searched
 */
export function parseFieldedQuery(text: string | undefined, parameter: string): FieldedQuery {
  const { words, fields } = partsOf(parseWords(text, parameter), parameter);
  const { artist, album, genre } = fields;
  const title = [fields.track, words].filter((part) => part !== undefined && part !== "").join(" ");
  const year = fields.year === undefined ? undefined : parseYears(fields.year, parameter);
  const conditions = {
    ...(title === "" && artist !== undefined && { artist: foldForMatching(artist) }),
    ...(album !== undefined && { album: foldForMatching(album) }),
    ...(genre !== undefined && { genre: foldForMatching(genre) }),
    ...(year && { year }),
  };
  if (fields.isrc !== undefined) {
    const isrc = findIsrc(fields.isrc);
    if (isrc) return { isrc, conditions };
    throw new InvalidInputError(parameter, 'must have an ISRC such as GBN9Y1100088 after "isrc:"');
  }
  const sought = title === "" ? (album ?? artist) : title;
  if (sought === undefined) {
    throw new InvalidInputError(parameter, "must have words, or one of track, artist, album, isrc");
  }
  const isBeside = artist !== undefined && sought !== artist;
  const names = { track: parseWords(sought, parameter), limit: MAX_SEARCH_LIMIT };
  return { words: { ...names, ...(isBeside && { artist }) }, conditions };
}

/** Returns whether a track meets the conditions of a query. */
export function meetsConditions(track: Track, conditions: FieldConditions): boolean {
  const { artist, album, genre, year } = conditions;
  return (
    hasWords(track.artist, artist) &&
    hasWords(track.album, album) &&
    hasWords(track.genre, genre) &&
    (year === undefined || isWithin(track.year, year))
  );
}

function hasWords(text: string | undefined, folded: string | undefined): boolean {
  if (folded === undefined) return true;
  const words = ` ${foldForMatching(text ?? "")} `;
  return folded.split(" ").every((word) => words.includes(` ${word} `));
}

function isWithin(year: number | undefined, { gte = -Infinity, lte = Infinity }: Range): boolean {
  return year !== undefined && year >= gte && year <= lte;
}

function partsOf(
  text: string,
  parameter: string,
): { readonly words: string; readonly fields: Partial<Record<Field, string>> } {
  const names = [...text.matchAll(FIELD_NAME)];
  const words = [text.slice(0, names[0]?.index)];
  const fields: Partial<Record<Field, string>> = {};
  for (const [index, match] of names.entries()) {
    const [, name = ""] = match;
    const field = FIELDS.find((known) => known === name.toLowerCase());
    if (!field)
      throw new InvalidInputError(parameter, `must not have "${name}:", which is unknown`);
    if (field in fields) throw new InvalidInputError(parameter, `must have "${field}:" once`);
    const valueAt = match.index + name.length + 1;
    const following = text.slice(valueAt, names[index + 1]?.index).trim();
    const quoted = /^"([^"]*)"(.*)$/su.exec(following);
    const value = (quoted?.[1] ?? following).trim();
    if (value === "") throw new InvalidInputError(parameter, `must have a value after "${field}:"`);
    fields[field] = value;
    words.push(quoted?.[2] ?? "");
  }
  const isSaid = (part: string): boolean => part !== "";
  return {
    words: words
      .map((part) => part.trim())
      .filter(isSaid)
      .join(" "),
    fields,
  };
}

function parseYears(text: string, parameter: string): Range {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/u.exec(text) ?? [];
  if (first !== undefined && last !== undefined) return { gte: Number(first), lte: Number(last) };
  throw new InvalidInputError(
    parameter,
    'must have a year such as 1980 or 1980-1990 after "year:"',
  );
}
