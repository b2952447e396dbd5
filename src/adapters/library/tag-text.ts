/** Maximum length of a text of a tag, characters: the longest titles of classical music have some 500. */
const MAX_CHARACTERS = 4_096;

/**
 * Returns a name as the tag has it, because it becomes part of a track key: letter case, Unicode form and
 * white space stay. Left out are what is not text or would change the text around it: white space and
 * control characters at both ends, and characters that embed, override or isolate a writing direction.
 * Other control characters become a space each, and halves of surrogate pairs U+FFFD.
 *
 * @returns at most 4096 characters; `undefined` where nothing is left
 */
export function findTagText(text: string | undefined): string | undefined {
  const plain = text
    ?.toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .trim();
  if (plain === undefined || plain === "") return undefined;
  const isShort = plain.length <= MAX_CHARACTERS;
  return isShort ? plain : [...plain].slice(0, MAX_CHARACTERS).join("").trim();
}

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
  return names.length === 0 ? undefined : findTagText(names.join("; "));
}

/** Returns the values of a tag as names, each once; values without text are left out. */
export function tagTextsOf(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => findTagText(value) ?? []))];
}
