import { foldForMatching } from "../track/folded-text.js";

/** Letters with dots between them, such as "R.E.M.": they count as one word. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const WORD = /[\p{L}\p{N}]/u;

/**
 * Returns the text in which words are looked for: artist and title, folded, a line each, and on the
 * lines below the symbols that folding drops, because a name may be a symbol.
 */
export function searchedNames(artist: string, trackName: string): string {
  const names = [artist, trackName];
  return [...names.map(searchedForm), ...names.map(symbolsOf)].join("\n");
}

/** Returns the text in which words of another name are looked for: folded, and its symbols on the line below. */
export const searchedName = (name: string): string => `${searchedForm(name)}\n${symbolsOf(name)}`;

/**
 * Returns the words of a query; each must occur in {@link searchedNames}. Text without white space
 * stays together: "AC/DC" is "ac dc". Symbols count only where there are no words, because people
 * also write them between names.
 */
export function searchedWords(text: string): readonly string[] {
  const pieces = text.split(/\s+/u);
  const words = pieces.map(searchedForm).filter((word) => WORD.test(word));
  return words.length > 0 ? words : pieces.map(symbolsOf).filter((symbols) => symbols !== "");
}

/** Returns a name as words are looked for in it: folded, initials as one word. */
export const searchedForm = (text: string): string =>
  foldForMatching(
    text.includes(".") ? text.replace(INITIALS, (initials) => initials.replaceAll(".", "")) : text,
  );

/** Returns the symbols of a text, with a space for each letter and number. */
const symbolsOf = (text: string): string =>
  PLAIN_WORDS.test(text)
    ? ""
    : text
        .normalize("NFKD")
        .replace(/[\p{L}\p{M}\p{N}\s]+/gu, " ")
        .trim();

/** Recognises text without symbols by a fast test, because a catalogue has hundreds of thousands of names. */
const PLAIN_WORDS = /^[A-Za-z0-9 ]*$/u;
