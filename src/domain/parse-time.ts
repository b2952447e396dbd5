import { InvalidInputError } from "./errors/request-errors.js";

/** A day, or a time with its zone. Source: ISO 8601 in the profile of RFC 3339, section 5.6. */
const TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const MILLISECONDS_PER_DAY = 86_400_000;

const millisecondsOf = (text: string): number =>
  // eslint-disable-next-line no-restricted-globals -- reads a text, takes no time
  new Date(text).getTime();

// eslint-disable-next-line no-restricted-globals -- spells a time, takes none
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, "2026-11-26".length);

/**
 * Parses a time: `2026-11-26` is a day in UTC, `2026-11-26T19:30:00Z` a moment.
 *
 * @returns its first and its last millisecond, since 1970
 * @throws {InvalidInputError} the text is no time, or names a day that no calendar has
 */
export function parseTime(
  text: string,
  parameter: string,
): { readonly first: number; readonly last: number } {
  const [, day = "", time] = TIME.exec(text) ?? [];
  const [first, midnight] = [millisecondsOf(text), millisecondsOf(day)];
  if (Number.isNaN(first) || Number.isNaN(midnight) || dayOf(midnight) !== day) {
    const problem =
      "must be a day or a time with its zone, such as 2026-11-26 or 2026-11-26T19:30:00Z";
    throw new InvalidInputError(parameter, problem);
  }
  return { first, last: time === undefined ? first + MILLISECONDS_PER_DAY - 1 : first };
}
