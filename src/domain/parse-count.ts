import { InvalidInputError } from "./errors/request-errors.js";

/** The bounds of a count. */
export interface CountBounds {
  /** The name of the parameter, for the error. */
  readonly parameter: string;
  /** The value where the parameter is absent. */
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Parses a count: a number, or decimal digits.
 *
 * @throws {InvalidInputError} the value is not an integer from `min` to `max`
 */
export function parseCount(
  value: unknown,
  { parameter, defaultValue, min, max }: CountBounds,
): number {
  if (value === undefined || value === null) return defaultValue;
  const isNumeral = typeof value === "string" && /^[0-9]{1,10}$/.test(value);
  const count = isNumeral ? Number(value) : value;
  if (typeof count === "number" && Number.isInteger(count) && count >= min && count <= max) {
    return count;
  }
  throw new InvalidInputError(parameter, `must be an integer from ${min} to ${max}`);
}
