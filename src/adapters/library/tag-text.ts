import { findName } from "../../domain/track/name-text.js";

/**
 * Joins the values of a tag to one text, in their order and each once: "Simon; Garfunkel". Formats
 * separate values by something that is no text (a zero, another comment, another atom), so the separator
 * is that of programs that show several values in one line, such as Picard, and of genres. What a tag
 * writes as one value stays one, whatever it contains: "AC/DC" and "Simon & Garfunkel".
 *
 * @returns `undefined` where no value has text
 */
export function joinedTagTexts(values: readonly string[]): string | undefined {
  const names = tagTextsOf(values);
  return names.length === 0 ? undefined : findName(names.join("; "));
}

/** Returns the values of a tag as names, each once; values without text are left out. */
export function tagTextsOf(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => findName(value) ?? []))];
}
