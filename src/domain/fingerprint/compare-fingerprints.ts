import { SILENT_WORD, WORD_BITS, wrongBits } from "./word-bits.js";

/** How far a recording, or an excerpt, is part of another. */
export interface FingerprintMatch {
  /** Where the second fingerprint begins in the first, to within a word; negative where it begins before. */
  readonly offset: number;
  /** Words of the second fingerprint that were found in the first. */
  readonly matchedWords: number;
  /** Those words as a share of the shorter fingerprint, without its silence, [0, 1]. */
  readonly share: number;
  /** Share of their bits that are wrong, [0, 1]; 0.5 where nothing was found. */
  readonly errorRate: number;
  /** How sure it is that both are of one performance, [0, 1]. */
  readonly score: number;
}

/** The score from which two recordings count as the same performance, by default. */
export const SAME_PERFORMANCE_SCORE = 0.5;

/** Bits by which words are looked up, the sixteen that change least with alignment and encoding. */
const LOOKED_UP_BITS = [31, 30, 29, 28, 27, 26, 21, 19, 18, 15, 7, 3, 2, 1, 20, 25] as const;
const TABLE_LENGTH = 2 ** LOOKED_UP_BITS.length;
/** A word that occurs more often says little, and is not looked up, so that time stays bounded. */
const MAX_OCCURRENCES = 200;
/** Offsets that are examined: where parts were cut out, each part has its own. */
const EXAMINED_OFFSETS = 4;
/** Words that must match at each further offset, 10 s: short parts would also join takes of another tempo. */
const MIN_PART = 80;
/** Words over which errors are averaged, 3 s, to tell the parts that match. */
const WINDOW = 24;
/** Share of wrong bits below which such a part is of the same music; of other music it is 0.3 to 0.45. */
const MATCHING_ERROR = 0.2;

/**
 * Share of wrong bits up to which the same performance is recognised: twice the most of re-encoded music, and half the least
 * of other takes and of covers at the same tempo (`test/evaluation/README.md`).
 */
const MAX_ERROR_RATE = 0.03;
/** Share of wrong bits up to which an excerpt is identified. */
export const MAX_EXCERPT_ERROR_RATE = 0.12;
/** Share of the shorter recording that must be found. */
const MIN_SHARE = 0.6;
/** Words that must change where recordings match, 5 s of music: a steady tone is not a performance. */
const MIN_CHANGES = 40;

/**
 * Compares two recordings: finds where they match, in one piece or in parts, and how well.
 *
 * @param first, second words of fingerprints
 */
export function compareFingerprints(first: Uint32Array, second: Uint32Array): FingerprintMatch {
  const offsets = likelyOffsets(first, second);
  /** Wrong bits of each word of the second at the offset where the part around it matches best; 255: at none. */
  const errors = new Uint8Array(second.length).fill(255);
  let [best, mostMatched] = [0, 0];
  for (const [rank, offset] of offsets.entries()) {
    const matched = markMatching({ first, second, offset, errors, minimum: rank && MIN_PART });
    if (matched > mostMatched) [best, mostMatched] = [offset, matched];
  }
  let [matchedWords, wrong, changes] = [0, 0, 0];
  for (let i = 0; i < second.length; i++) {
    const error = errors[i] ?? 255;
    if (error === 255) continue;
    matchedWords++;
    wrong += error;
    if (second[i] !== second[i - 1]) changes++;
  }
  const length = Math.min(soundingWords(first), soundingWords(second));
  const share = length === 0 ? 0 : Math.min(1, matchedWords / length);
  const errorRate = matchedWords === 0 ? 0.5 : wrong / (WORD_BITS * matchedWords);
  const score = changes < MIN_CHANGES ? 0 : scoreOf(share, errorRate);
  return { offset: best, matchedWords, share, errorRate, score };
}

/**
 * Returns 0.5 where either condition is just met, 1 without errors over the whole, and 0 where one is missed by as much.
 */
function scoreOf(share: number, errorRate: number): number {
  const byError = 1 - errorRate / (2 * MAX_ERROR_RATE);
  const byShare =
    share < MIN_SHARE
      ? (0.5 * share) / MIN_SHARE
      : 0.5 + (0.5 * (share - MIN_SHARE)) / (1 - MIN_SHARE);
  return Math.max(0, Math.min(byError, byShare));
}

/**
 * Returns the share of wrong bits of an excerpt at an offset of a recording, [0, 1]: the lower of those at that offset and at
 * the one before. Words beyond the recording's ends count as wrong.
 */
export function excerptErrorRate(
  recording: Uint32Array,
  excerpt: Uint32Array,
  offset: number,
): number {
  const errorAt = (start: number): number => {
    let wrong = 0;
    for (let i = 0; i < excerpt.length; i++) wrong += errorOf(recording, excerpt, i, start) ?? 16;
    return wrong / (WORD_BITS * Math.max(1, excerpt.length));
  };
  return Math.min(errorAt(offset), errorAt(offset - 1));
}

/** Wrong bits of a word of the second at an offset of the first; `undefined` beyond the first's ends. */
function errorOf(
  first: Uint32Array,
  second: Uint32Array,
  index: number,
  offset: number,
): number | undefined {
  const before = first[index + offset];
  if (before === undefined) return undefined;
  return wrongBits(second[index] ?? 0, before, first[index + offset + 1] ?? before);
}

/** Returns the offsets at which most words are equal, most first. */
function likelyOffsets(first: Uint32Array, second: Uint32Array): readonly number[] {
  const { heads, counts, next } = occurrences(first);
  const votes = new Uint32Array(first.length + second.length + 1);
  for (let i = 0; i < second.length; i++) {
    const word = second[i] ?? 0;
    const hash = lookedUp(word);
    if (word === SILENT_WORD || (counts[hash] ?? 0) > MAX_OCCURRENCES) continue;
    for (let at = heads[hash] ?? 0; at !== 0; at = next[at] ?? 0) {
      const vote = at - 1 - i + second.length;
      votes[vote] = (votes[vote] ?? 0) + 1;
    }
  }
  const offsets: number[] = [];
  while (offsets.length < EXAMINED_OFFSETS) {
    let [best, most] = [0, 0];
    for (let vote = 1; vote < votes.length; vote++) {
      const count = (votes[vote - 1] ?? 0) + (votes[vote] ?? 0);
      // Of equal ones the later, so that equal fingerprints begin at 0.
      if (count > 0 && count >= most) [best, most] = [vote, count];
    }
    if (most === 0) break;
    // The sound begins between the two: at the first of them, as `wrongBits` has it.
    offsets.push(best - 1 - second.length);
    votes.fill(0, Math.max(0, best - 3), best + 3);
  }
  return offsets;
}

/** Where each looked-up value occurs in a fingerprint: chains of positions from 1, ended by 0. */
function occurrences(words: Uint32Array): {
  readonly heads: Uint32Array;
  readonly counts: Uint32Array;
  readonly next: Uint32Array;
} {
  const heads = new Uint32Array(TABLE_LENGTH);
  const counts = new Uint32Array(TABLE_LENGTH);
  const next = new Uint32Array(words.length + 1);
  words.forEach((word, index) => {
    if (word === SILENT_WORD) return;
    const hash = lookedUp(word);
    next[index + 1] = heads[hash] ?? 0;
    heads[hash] = index + 1;
    counts[hash] = (counts[hash] ?? 0) + 1;
  });
  return { heads, counts, next };
}

function lookedUp(word: number): number {
  let hash = 0;
  for (const bit of LOOKED_UP_BITS) hash = (hash << 1) | ((word >>> bit) & 1);
  return hash;
}

/**
 * Enters the errors at an offset wherever the words around match, and are fewer than at offsets before.
 *
 * @returns how many words match; 0, and nothing is entered, where there are fewer than the minimum
 */
function markMatching(needs: {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  readonly offset: number;
  readonly errors: Uint8Array;
  readonly minimum: number;
}): number {
  const { first, second, offset, errors, minimum } = needs;
  const start = Math.max(0, -offset);
  const end = Math.min(second.length, first.length - offset);
  if (end <= start) return 0;
  const sums = new Uint32Array(end - start + 1);
  for (let i = start; i < end; i++) {
    sums[i - start + 1] = (sums[i - start] ?? 0) + (errorOf(first, second, i, offset) ?? 0);
  }
  const matching: number[] = [];
  for (let i = start; i < end; i++) {
    if (second[i] === SILENT_WORD) continue;
    const from = Math.max(0, i - start - WINDOW / 2);
    const to = Math.min(end - start, i - start + WINDOW / 2);
    const wrong = (sums[to] ?? 0) - (sums[from] ?? 0);
    if (wrong <= MATCHING_ERROR * WORD_BITS * (to - from)) matching.push(i);
  }
  if (matching.length < minimum) return 0;
  for (const i of matching) {
    const error = (sums[i - start + 1] ?? 0) - (sums[i - start] ?? 0);
    errors[i] = Math.min(errors[i] ?? 255, error);
  }
  return matching.length;
}

function soundingWords(words: Uint32Array): number {
  let count = 0;
  for (const word of words) if (word !== SILENT_WORD) count++;
  return count;
}
