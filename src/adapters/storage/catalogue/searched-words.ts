import { foldText } from "../resemblance/folded-text.js";

/** Letters with dots between them, such as "R.E.M.": one word, whose letters alone mean nothing. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const WORD = /[\p{L}\p{N}]/u;

/**
 * Artist and title as words are looked for in them: folded, a line each, and all that folding drops
 * on the lines below, because a name may be a symbol.
 */
export function searchedNames(artist: string, trackName: string): string {
  return [folded(artist), folded(trackName), symbolsOf(artist), symbolsOf(trackName)].join("\n");
}

/**
 * What a text asks for, piece by piece, each to be found somewhere in {@link searchedNames}. What
 * white space does not part stays together: "AC/DC" is "ac dc". Symbols count where there are no
 * words, because people also write them between names.
 */
export function searchedWords(text: string): readonly string[] {
  const pieces = text.split(/\s+/u);
  const words = pieces.map(folded).filter((word) => WORD.test(word));
  return words.length > 0 ? words : pieces.map(symbolsOf).filter((symbols) => symbols !== "");
}

const folded = (text: string): string =>
  foldText(
    text.includes(".") ? text.replace(INITIALS, (initials) => initials.replaceAll(".", "")) : text,
  );

/** What is neither letter nor number, with a space for what is. */
const symbolsOf = (text: string): string =>
  PLAIN_WORDS.test(text)
    ? ""
    : text
        .normalize("NFKD")
        .replace(/[\p{L}\p{M}\p{N}\s]+/gu, " ")
        .trim();

/** Text without symbols, told cheaply: a catalogue has hundreds of thousands. */
const PLAIN_WORDS = /^[A-Za-z0-9 ]*$/u;
