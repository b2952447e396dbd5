import { seededRandom } from "../../signals/random.js";

/** Returns words of independent bits, the same for the same seed. */
export function randomWords(count: number, seed = count): Uint32Array {
  const random = seededRandom(Math.imul(seed + 1, 2654435761));
  // Of each number the upper half: the lower bits of such a generator repeat soon.
  const half = (): number => (2 ** 31 * (1 + random())) >>> 16;
  return Uint32Array.from({ length: count }, () => ((half() << 16) | half()) >>> 0);
}

/** Returns words of which a share of the bits is inverted. */
export function withWrongBits(words: Uint32Array, share: number, seed = 1): Uint32Array {
  const random = seededRandom(seed);
  return words.map((word) => {
    let changed = word;
    for (let bit = 0; bit < 32; bit++) if (random() < 2 * share - 1) changed ^= 1 << bit;
    return changed;
  });
}

/** Returns fingerprints one after another. */
export function joinedWords(...parts: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(parts.flatMap((part) => [...part]));
}
