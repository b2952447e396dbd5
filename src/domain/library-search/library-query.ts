import { searchedForm, searchedWords } from "../catalogue/searched-words.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { parseWords } from "../track/search-query.js";

/** The maximum number of different words of a query: one bit of a positive 32-bit integer each. */
const MAX_QUERY_WORDS = 31;

/** What is looked for in the library: words of titles, artists, albums, genres and folders. */
export interface LibraryQuery {
  /** The words, folded, each once, at most 31; none where the text has neither letters nor symbols that are seen. */
  readonly words: readonly string[];
  /** The whole text, folded: a title or an artist that is equal ranks first. */
  readonly whole: string;
}

/** Where words are looked for. */
export const searchPlaces = ["everywhere", "library"] as const;

/**
 * Parses words that are looked for in the library.
 *
 * @throws {InvalidInputError} the value is not one string of 1 to 200 characters, has control characters, or more than
 * 31 different words
 */
export function parseLibraryQuery(value: unknown, parameter: string): LibraryQuery {
  const text = parseWords(value, parameter);
  const words = [...new Set(searchedWords(text))];
  if (words.length > MAX_QUERY_WORDS) {
    throw new InvalidInputError(parameter, `must have at most ${MAX_QUERY_WORDS} different words`);
  }
  return { words, whole: searchedForm(text) };
}
