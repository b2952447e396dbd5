/**
 * Control characters but the tabulator; and those that change the direction of what follows, or begin another line.
 */
const UNPRINTABLE = /[^\P{Cc}\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Returns a line that a terminal shows and does not obey: names of files, tags and keys may have sequences that clear it,
 * rename it or fill its clipboard, and ends of lines that make them look like more lines of the program. What is
 * unprintable is written as in JSON, so that JSON in one line stays the same.
 */
export const printableText = (line: string): string =>
  line.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Returns lines as they are written; an end of a line is one only between them. */
export const printableLines = (lines: readonly string[]): string =>
  lines.map(printableText).join("\n");
