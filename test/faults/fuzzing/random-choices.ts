import { seededRandom } from "../../signals/random.js";

/** Pseudo-random choices that depend only on a seed and an index, so that each can be repeated. */
export class RandomChoices {
  readonly #next: () => number;

  constructor(seed: number, index: number) {
    this.#next = seededRandom(mixed(mixed(seed) + index));
  }

  /** An integer in [0, limit); 0 where the limit is not positive. */
  below(limit: number): number {
    return Math.max(0, Math.min(limit - 1, Math.floor(((this.#next() + 1) / 2) * limit)));
  }

  /** An integer in [0, limit), small ones more often: each power of two is equally likely. */
  smallBelow(limit: number): number {
    return this.below(Math.min(limit, 2 ** this.below(Math.ceil(Math.log2(limit + 1)) + 1)));
  }

  isLikely(probability: number): boolean {
    return (this.#next() + 1) / 2 < probability;
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}

/**
 * Maps neighbouring numbers to distant ones.
 *
 * Source: the finaliser of MurmurHash3, A. Appleby, 2011.
 */
function mixed(number: number): number {
  let hash = number >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
