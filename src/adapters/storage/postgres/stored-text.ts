/** Returns a text as PostgreSQL stores it: it has no text with U+0000. */
export const storedText = (text: string): string =>
  text.includes("\0") ? text.replaceAll("\0", "\u{fffd}") : text;
