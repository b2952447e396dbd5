import { InvalidInputError } from "./errors/request-errors.js";

/** What a count may be. */
export interface CountBounds {
  /** Names it in the error. */
  readonly parameter: string;
  /** Where it is absent. */
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
}

/**
 * A count from outside: a number, or decimal digits.
 *
 * @throws {InvalidInputError} not an integer from `least` to `most`
 */
export function parseCount(
  value: unknown,
  { parameter, defaultValue: defaultValue, min: min, max: max }: CountBounds,
): number {
  if (value === undefined || value === null) return defaultValue;
  const isNumeral = typeof value === "string" && /^[0-9]{1,6}$/.test(value);
  const count = isNumeral ? Number(value) : value;
  if (typeof count === "number" && Number.isInteger(count) && count >= min && count <= max) {
    return count;
  }
  throw new InvalidInputError(parameter, `must be an integer from ${min} to ${max}`);
}
