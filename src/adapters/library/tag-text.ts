import { findName } from "../../domain/track/name-text.js";

/**
 * Joins the values of a tag to one text, in their order and each once: "Simon; Garfunkel". Formats
 * separate values by something that is no text (a zero, another comment, another atom), so the separator
 * is that of programs that show several values in one line, such as Picard, and of genres. What a tag
 * writes as one value stays one, whatever it contains: "AC/DC" and "Simon & Garfunkel".
 *
 * @param names as `tagTextsOf` returns them
 * @returns `undefined` where there is none
 */
export const joinedTagTexts = (names: readonly string[]): string | undefined =>
  names.length > 1 ? findName(names.join("; ")) : names[0];

/** Returns the values of a tag as names, each once; values without text are left out. */
export function tagTextsOf(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => findName(value) ?? []))];
}
