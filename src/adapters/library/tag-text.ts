const LONGEST = 200;

/**
 * A name as the catalogue keeps it: Unicode NFC, without control characters, white space folded
 * and trimmed, at most 200 characters; `undefined` where nothing is left.
 */
export function findTagText(text: string | undefined): string | undefined {
  const folded = text
    ?.toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (folded === undefined || folded === "") return undefined;
  return [...folded].slice(0, LONGEST).join("").trim();
}
