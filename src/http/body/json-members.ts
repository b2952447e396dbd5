const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** More members, lists and objects than any request has but the result of a worker; parsing them takes a few milliseconds. */
export const MAX_MEMBERS = 5_000;

/**
 * Whether a JSON text has more members of objects, and lists and objects, than a limit. Members are what makes parsing slow,
 * about 1 µs each where all names differ: a body of 1 MB can have 80,000. Bytes in strings are passed over, so that a
 * long text counts as one. A text that is no JSON has some number, and is refused by the parser.
 *
 * @param bytes in any encoding that has the characters of ASCII as single bytes, zeros between them aside
 */
export function hasMoreMembers(bytes: Uint8Array, limit: number): boolean {
  let count = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === COLON || byte === OPENING_BRACKET || byte === OPENING_BRACE) count++;
    if (count > limit) return true;
  }
  return false;
}
