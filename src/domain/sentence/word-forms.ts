import { foldLetters } from "../track/folded-text.js";

/** A form of a word. */
export interface WordForm {
  /** In lower case, without diacritics and punctuation. */
  readonly folded: string;
  /** Whether it may be the comparative, as "slower" is; a German form in -er may be an inflected positive as well. */
  readonly isComparative: boolean;
}

/** Endings of German adjectives and nouns, and of English plurals. */
const ENDINGS = ["e", "es", "en", "em", "n", "s"];

/** Endings of comparatives in both languages, and their German inflections. */
const COMPARATIVE_ENDINGS = ["er", "ere", "eres", "eren", "erer", "erem"];

/** Shorter words take no ending, because they would become other words. */
const MIN_LENGTH = 3;

/** Returns the words of a row of a table: they stand between commas. */
export const listedWords = (words: string): readonly string[] =>
  words.split(",").map((word) => word.trim());

/**
 * Returns the forms of a word or phrase in English and German: itself, and its last word with endings. The forms are those that
 * could exist: that some do not is no harm where no other word looks like them.
 */
export function formsOf(word: string): readonly WordForm[] {
  const stem = foldLetters(word).replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  if (stem.length < MIN_LENGTH) return [{ folded: stem, isComparative: false }];
  const last = stem.at(-1) as string;
  const plain = ENDINGS.map((ending) => stem + ending);
  const compared = COMPARATIVE_ENDINGS.map((ending) => stem + ending);
  if (last === "e")
    compared.push(`${stem}r`, ...COMPARATIVE_ENDINGS.map((one) => stem.slice(0, -1) + one));
  if (last === "y") compared.push(`${stem.slice(0, -1)}ier`);
  if (/[^aeiouy][aeiou][^aeiouywx]$/u.test(stem)) compared.push(`${stem}${last}er`);
  return [
    ...[stem, ...plain].map((folded) => ({ folded, isComparative: false })),
    ...compared.map((folded) => ({ folded, isComparative: true })),
  ];
}

/** Returns the words of a row of a table, folded, without further forms. */
export const plainForms = (words: string): readonly string[] =>
  listedWords(words).map((word) => formsOf(word)[0]?.folded ?? word);
