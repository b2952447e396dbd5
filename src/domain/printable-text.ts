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

/** Returns text of a file as a terminal shows and does not obey it: UTF-8, whose ends of lines stay, CR LF as LF. */
export async function* printableContent(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // The beginning of an end of a line, where a part of the content ends within it.
  let begun = "";
  for await (const bytes of content) {
    const text = begun + decoder.decode(bytes, { stream: true });
    begun = text.endsWith("\r") ? "\r" : "";
    yield shown(text.slice(0, text.length - begun.length));
  }
  yield shown(begun + decoder.decode());
}

const shown = (text: string): Uint8Array =>
  new TextEncoder().encode(printableLines(text.split(/\r?\n/u)));
