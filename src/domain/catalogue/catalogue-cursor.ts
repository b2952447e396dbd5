import { isTextField, type CataloguePosition, type TrackOrder } from "./catalogue-query.js";
import { InvalidInputError } from "../errors/request-errors.js";

/** Encodes a position in an order as a cursor for clients: opaque, and safe in a URL. */
export function cursorFrom({ value, trackKey }: CataloguePosition, { field }: TrackOrder): string {
  return Buffer.from(JSON.stringify([field, value, trackKey])).toString("base64url");
}

/**
 * Parses a cursor to a position in an order; `undefined` where the cursor is absent.
 *
 * @throws {InvalidInputError} the text is not a cursor, or the cursor belongs to another order
 */
export function parseCursor(
  cursor: string | null | undefined,
  { field }: TrackOrder,
  parameter: string,
): CataloguePosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const parts = partsOf(cursor);
  const [orderedBy, value, trackKey] = parts;
  if (parts.length !== 3 || typeof trackKey !== "string") {
    throw new InvalidInputError(parameter, "is not a cursor");
  }
  if (orderedBy !== field) {
    throw new InvalidInputError(parameter, "is a cursor of another order");
  }
  if (!isValueOf(field, value)) throw new InvalidInputError(parameter, "is not a cursor");
  return { value, trackKey };
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function isValueOf(field: TrackOrder["field"], value: unknown): value is string | number | null {
  return isTextField(field) ? typeof value === "string" : value === null || Number.isFinite(value);
}
