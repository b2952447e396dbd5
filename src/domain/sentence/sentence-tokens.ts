import { foldLetters } from "../track/folded-text.js";

/** A word, a number or a symbol of a sentence. */
export interface Token {
  readonly kind: "word" | "number" | "symbol";
  /** As it was written. */
  readonly text: string;
  /** Of a word: in lower case, without diacritics and apostrophes. */
  readonly folded: string;
  /** Where it begins and ends, in UTF-16 code units of the sentence. */
  readonly start: number;
  readonly end: number;
  /** Whether nothing stands between it and the token before. */
  readonly isJoined: boolean;
}

/** Some tokens that stand together. */
export interface Phrase {
  /** Their words and numbers, folded, with spaces between them. */
  readonly folded: string;
  /** The index of the token behind them. */
  readonly end: number;
}

const TOKEN = /(\d+(?:[.,]\d+)?)|([\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)|[^\s\p{L}\p{M}\d]/gu;

/** Symbols that may stand between the words of a phrase. */
const INNER_SYMBOLS = new Set(["-", "–", "&", "'", "’", "/", "."]);

/** Returns the tokens of a sentence in their order. */
export function tokensOf(sentence: string): readonly Token[] {
  let before = -1;
  return Array.from(sentence.matchAll(TOKEN), (match) => {
    const [text, number, word] = match;
    const start = match.index;
    const isJoined = start === before;
    before = start + text.length;
    return {
      kind: number !== undefined ? "number" : word !== undefined ? "word" : "symbol",
      text,
      folded: word === undefined ? text : foldLetters(text),
      start,
      end: before,
      isJoined,
    };
  });
}

/** Returns the phrases of words and numbers that begin at a token, the longest first; none where a symbol stands there. */
export function phrasesAt(
  tokens: readonly Token[],
  at: number,
  maxWords: number,
): readonly Phrase[] {
  const phrases: Phrase[] = [];
  const words: string[] = [];
  for (let index = at; index < tokens.length && words.length < maxWords; index += 1) {
    const token = tokens[index] as Token;
    if (token.kind === "symbol") {
      if (words.length === 0 || !INNER_SYMBOLS.has(token.text)) break;
      continue;
    }
    words.push(token.folded);
    phrases.unshift({ folded: words.join(" "), end: index + 1 });
  }
  return phrases;
}

/** Returns the longest phrase at a token that a test accepts, with what the test returns. */
export function longestAt<Found>(
  tokens: readonly Token[],
  at: number,
  maxWords: number,
  find: (folded: string) => Found | undefined,
): { readonly found: Found; readonly end: number } | undefined {
  for (const { folded, end } of phrasesAt(tokens, at, maxWords)) {
    const found = find(folded);
    if (found !== undefined) return { found, end };
  }
  return undefined;
}
