/** Bits of a word of a fingerprint. */
export const WORD_BITS = 32;

/** The word of digital silence, which says nothing about a recording. */
export const SILENT_WORD = 627_964_279;

/** Seconds from the start of one word to that of the next. */
export const SECONDS_PER_WORD = 1365 / 11_025;

/** Seconds that a word spans: twenty frames each 1365 samples, of 4096 samples. */
export const SECONDS_OF_WORD = (19 * 1365 + 4096) / 11_025;

/** Returns the number of bits that are set in a word, 0 to 32. */
export function bitCount(word: number): number {
  // Source: H. S. Warren, "Hacker's Delight", 2nd ed., 2012, section 5-1.
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}

/**
 * Returns the wrong bits of a word that was heard between two words of a recording: those that neither has.
 *
 * Two fingerprints of one sound rarely begin at the same moment of their frames, so that each word of one lies between two of
 * the other. A bit that changes from one to the next may have either value between them.
 */
export function wrongBits(word: number, before: number, after: number): number {
  return bitCount((word ^ before) & (word ^ after));
}
