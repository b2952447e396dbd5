import { InvalidInputError } from "./errors/request-errors.js";

/** What a count may be. */
export interface CountBounds {
  /** Names it in the error. */
  readonly parameter: string;
  /** Where it is absent. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/**
 * A count from outside: a number, or decimal digits.
 *
 * @throws {InvalidInputError} not an integer from `least` to `most`
 */
export function parseCount(value: unknown, { parameter, usual, least, most }: CountBounds): number {
  if (value === undefined || value === null) return usual;
  const isNumeral = typeof value === "string" && /^[0-9]{1,6}$/.test(value);
  const count = isNumeral ? Number(value) : value;
  if (typeof count === "number" && Number.isInteger(count) && count >= least && count <= most) {
    return count;
  }
  throw new InvalidInputError(parameter, `must be an integer from ${least} to ${most}`);
}
