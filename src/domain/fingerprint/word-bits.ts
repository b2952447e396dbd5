/** Bits of a word of a fingerprint. */
export const WORD_BITS = 32;

/** Returns the number of bits in which two words differ, 0 to 32. */
export function differingBits(a: number, b: number): number {
  // Source: H. S. Warren, "Hacker's Delight", 2nd ed., 2012, section 5-1.
  let x = a ^ b;
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}
