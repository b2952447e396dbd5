import { InvalidInputError } from "../errors/request-errors.js";

/** Maximum length of a name, characters: the longest titles of classical music have some 500. */
export const MAX_NAME_CHARACTERS = 4_096;

/**
 * Characters that change how the text around them is shown, because they embed, override or isolate a
 * writing direction. Direction marks (U+200E, U+200F, U+061C) and joiners occur in ordinary names, and stay.
 *
 * Source: M. Davis et al., "Unicode Bidirectional Algorithm", UAX #9, section 2.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Control characters, and the separators of lines and paragraphs. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

const PRINTABLE_ASCII = /^[ -~]*$/u;

/** Words of printable ASCII with single spaces between them. */
const PRINTABLE_WORDS = /^[!-~]+(?: [!-~]+)*$/u;

/** Control characters that are no white space. */
const UNTYPED = /[\u0000-\u0008\u000e-\u001f\u007f]/u;

/**
 * Returns text without what would change the text around it: characters that control the writing direction
 * are left out, other control characters become one space, and halves of surrogate pairs U+FFFD.
 */
export function plainTextOf(text: string): string {
  // The same result for letters of a keyboard, which most names have, in a tenth of the time.
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.toWellFormed().replace(DIRECTION_CONTROLS, "").replace(CONTROLS, " ");
}

/**
 * Returns a name of a file or a catalogue as its source has it, because it becomes part of a track key:
 * letter case, Unicode form and white space within it stay. Left out are what `plainTextOf` leaves out, and
 * white space at both ends.
 *
 * @returns `undefined` where nothing is left, and for more than 4096 characters, which are no name: it is
 * never cut
 */
export function findName(text: string | undefined): string | undefined {
  const name = text === undefined ? "" : plainTextOf(text).trim();
  return name === "" || isTooLong(name, MAX_NAME_CHARACTERS) ? undefined : name;
}

/**
 * Parses a name that a client gives, literally: a `+` is a plus sign.
 *
 * @param maximum its maximum length, characters
 * @throws {InvalidInputError} the value is not one string, is empty or too long, or has control characters
 */
export function parseName(
  value: unknown,
  parameter: string,
  maximum: number = MAX_NAME_CHARACTERS,
): string {
  if (value === undefined || value === null) throw new InvalidInputError(parameter, "is required");
  if (typeof value !== "string") throw new InvalidInputError(parameter, "must be given once");
  if (!value.isWellFormed()) throw new InvalidInputError(parameter, "is not well-formed Unicode");
  if (UNTYPED.test(value)) {
    throw new InvalidInputError(parameter, "must not contain control characters");
  }
  if (isTooLong(value.trim(), maximum)) {
    throw new InvalidInputError(parameter, `must be at most ${maximum} characters`);
  }
  const name = findName(value);
  if (name === undefined) throw new InvalidInputError(parameter, "must not be empty");
  return name;
}

/** Parses an optional name; `undefined` where it is absent or blank, as an empty field of a form is. */
export function parseOptionalName(
  value: unknown,
  parameter: string,
  maximum?: number,
): string | undefined {
  return value === undefined || value === null || isBlank(value)
    ? undefined
    : parseName(value, parameter, maximum);
}

/** Returns a name in the form in which names are looked up: composed (NFC), with single spaces. */
export const foldedSpaces = (name: string): string =>
  // The same result for words of a keyboard, which most names are, in a tenth of the time.
  PRINTABLE_WORDS.test(name) ? name : name.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Returns what a name means in a URL by the contract: every `+` is a space there. */
export const withoutPlus = (name: string): string => foldedSpaces(name.replaceAll("+", " "));

/** Returns whether a value is text without anything but white space. */
const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** Returns whether a text has more characters than a maximum. */
export const isTooLong = (text: string, maximum: number): boolean =>
  text.length > maximum && [...text].length > maximum;
