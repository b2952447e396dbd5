import { bitCount, WORD_BITS } from "../../../src/domain/fingerprint/word-bits.js";

/** Returns the share of equal bits of two fingerprints, [0, 1]; the missing words of the shorter one count as wrong. */
export function equalBitsOf(words: Uint32Array, known: Uint32Array): number {
  const count = Math.min(words.length, known.length);
  let equal = 0;
  for (let i = 0; i < count; i++) equal += WORD_BITS - bitCount(words[i]! ^ known[i]!);
  return equal / (WORD_BITS * Math.max(words.length, known.length));
}
