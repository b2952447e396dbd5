/** A generator of pseudo-random numbers in [0, 1). */
export type Random = () => number;

/**
 * Pseudo-random numbers, uniform in [0, 1); the same seed gives the same stream.
 *
 * Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003 (the
 * 32-bit triple 13, 17, 5).
 */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** FNV-1a of the text's UTF-16 units, never 0. Source: RFC 9923. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value === 0 ? 1 : value;
}
