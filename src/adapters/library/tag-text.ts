const MAX_CHARACTERS = 200;

/**
 * Returns a name in the form of the catalogue: Unicode NFC, without control characters and those that
 * embed, override or isolate a writing direction, white space folded and trimmed, at most 200
 * characters; `undefined` where nothing is left.
 */
export function findTagText(text: string | undefined): string | undefined {
  const folded = text
    ?.toWellFormed()
    .normalize("NFC")
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (folded === undefined || folded === "") return undefined;
  return [...folded].slice(0, MAX_CHARACTERS).join("").trim();
}
