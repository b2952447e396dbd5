import { encodeCursor, decodeCursor } from "../cursor-encoding.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { digestOf } from "../track/track-key.js";
import type { MatchPosition } from "./library-matches.js";
import type { LibraryQuery } from "./library-query.js";

/** Ids of tracks in the index: a letter for the table, and 16 hex characters. */
const MATCH_ID = /^[af][0-9a-f]{16}$/;

/** Encodes a position among what a query finds in the library. */
export const matchCursorFrom = ({ rank, id }: MatchPosition, query: LibraryQuery): string =>
  encodeCursor([digestOfWords(query), rank, id]);

/**
 * Parses a cursor to a position among what a query finds in the library; `undefined` where it is absent.
 *
 * @throws {InvalidInputError} the text is not a cursor, or the cursor belongs to other words
 */
export function parseMatchCursor(
  cursor: string | null | undefined,
  query: LibraryQuery,
  parameter: string,
): MatchPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [words, rank, id, ...others] = decodeCursor(cursor);
  const isCursor =
    others.length === 0 && typeof words === "string" && isRank(rank) && isMatchId(id);
  if (!isCursor) throw new InvalidInputError(parameter, "is not a cursor of these words");
  if (words !== digestOfWords(query)) {
    throw new InvalidInputError(parameter, "is a cursor of other words");
  }
  return { rank, id };
}

const isRank = (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0;

const isMatchId = (part: unknown): part is string =>
  typeof part === "string" && MATCH_ID.test(part);

const digestOfWords = ({ words, whole }: LibraryQuery): string =>
  digestOf(JSON.stringify([words, whole]));
