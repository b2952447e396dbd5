/**
 * Control characters but the end of a line and the tabulator; and those that change the direction of what follows, or
 * begin another line.
 */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Returns a text that a terminal shows and does not obey: names of files, tags and keys may have sequences that clear it,
 * rename it or fill its clipboard. What is unprintable is written as in JSON, so that JSON stays the same.
 */
export const printableText = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
