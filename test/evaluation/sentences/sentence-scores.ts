import type { SentencePart } from "../../../src/domain/sentence/sentence.js";

/** A sentence, and what is right. */
export interface JudgedSentence {
  readonly language: "de" | "en";
  readonly sentence: string;
  /** The titles of the right tracks; empty where none is. */
  readonly right: readonly string[];
  /** The words that nothing measured answers, in their order. */
  readonly unknown: readonly string[];
}

/**
 * Returns the precision at the number of right tracks: which share of as many first tracks is right. Where none is right, 1 for
 * an answer without tracks, and 0 for any other.
 */
export function scoreOf(found: readonly string[], { right }: JudgedSentence): number {
  if (right.length === 0) return found.length === 0 ? 1 : 0;
  const first = found.slice(0, right.length);
  return first.filter((title) => right.includes(title)).length / right.length;
}

/** Returns the words that were not understood. */
export const unknownWordsOf = (parts: readonly SentencePart[]): readonly string[] =>
  parts.filter(({ meaning }) => meaning.kind === "unknown").map(({ text }) => text);
