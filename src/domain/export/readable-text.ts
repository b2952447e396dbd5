/**
 * Returns a text as every reader of an export takes it: halves of surrogate pairs, which UTF-8 cannot express, and
 * U+0000, at which many programs end a text and which others refuse even where it is escaped, become U+FFFD.
 */
export const readableText = (text: string): string =>
  text.toWellFormed().replaceAll("\0", "\u{FFFD}");
