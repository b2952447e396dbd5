import { decodeCursor, encodeCursor } from "../cursor-encoding.js";
import { InvalidInputError } from "../errors/request-errors.js";

/** The part of the rows of a playlist that a page shows; positions count from 0. */
export interface RowWindow {
  readonly first?: number | undefined;
  /** The position before those that are shown. */
  readonly after?: number | undefined;
  readonly last?: number | undefined;
  /** The position behind those that are shown. */
  readonly before?: number | undefined;
}

/** Encodes a position in a playlist as a cursor. */
export const rowCursorFrom = (position: number): string => encodeCursor(["row", position]);

/**
 * Parses a cursor to a position; `undefined` where the cursor is absent.
 *
 * @throws {InvalidInputError} the text is not a cursor of a playlist
 */
export function parseRowCursor(
  cursor: string | null | undefined,
  parameter: string,
): number | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [kind, position, ...others] = decodeCursor(cursor);
  const isCursor = kind === "row" && Number.isSafeInteger(position) && others.length === 0;
  if (isCursor && Number(position) >= 0) return Number(position);
  throw new InvalidInputError(parameter, "is not a cursor of a playlist");
}

/** Returns the positions from the first that a page shows up to the one behind the last. */
export function positionsOnPage(
  count: number,
  { first, after, last, before }: RowWindow,
): { readonly start: number; readonly end: number } {
  const low = Math.min(count, after === undefined ? 0 : after + 1);
  const high = Math.max(low, Math.min(count, before ?? count));
  return last === undefined
    ? { start: low, end: Math.min(high, low + (first ?? high)) }
    : { start: Math.max(low, high - last), end: high };
}
