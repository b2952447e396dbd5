import {
  isOrderedTag,
  isTextField,
  fileOrder,
  type CataloguePosition,
  type CursorOrder,
} from "./catalogue-query.js";
import { encodeCursor, decodeCursor } from "../cursor-encoding.js";
import { InvalidInputError } from "../errors/request-errors.js";
import type { FileId } from "../library/library-file.js";

/** Encodes a position in an order as a cursor. */
export const cursorFrom = ({ value, id }: CataloguePosition, order: CursorOrder): string =>
  encodeCursor([nameOf(order), value, id]);

/** Returns what a cursor names its order by: a random one by its seed. */
const nameOf = ({ field, seed = 0 }: CursorOrder): string =>
  field === "random" ? `random:${seed}` : field;

/** Encodes the cursor of a file in the order of the ids. */
export const fileCursorFrom = (id: FileId): string => cursorFrom({ value: id, id }, fileOrder);

/**
 * Parses a cursor to a position in an order; `undefined` where the cursor is absent.
 *
 * @throws {InvalidInputError} the text is not a cursor, or the cursor belongs to another order
 */
export function parseCursor(
  cursor: string | null | undefined,
  order: CursorOrder,
  parameter: string,
): CataloguePosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const parts = decodeCursor(cursor);
  const [orderedBy, value, id] = parts;
  if (parts.length !== 3 || typeof id !== "string") {
    throw new InvalidInputError(parameter, "is not a cursor");
  }
  if (orderedBy !== nameOf(order)) {
    throw new InvalidInputError(parameter, "is a cursor of another order");
  }
  if (!isValueOf(order.field, value)) throw new InvalidInputError(parameter, "is not a cursor");
  return { value, id };
}

function isValueOf(field: CursorOrder["field"], value: unknown): value is string | number | null {
  return isTextField(field) || field === "fileId" || field === "name"
    ? typeof value === "string"
    : isOrderedTag(field)
      ? value === null || typeof value === "string"
      : value === null || Number.isFinite(value);
}
