import { bitCount, SILENT_WORD } from "./word-bits.js";

/** A place where an excerpt may come from. */
export interface IndexedPlace {
  readonly recordingId: string;
  /** Where the excerpt begins in the recording, words; up to one too many. */
  readonly offset: number;
  /** Words of the recording that agree with the excerpt there, >= 1. */
  readonly agreeing: number;
}

/** Words of a recording from one that is indexed to the next, 2 s. */
const INTERVAL = 16;
/** Bits by which words are looked up: the twenty that change least with alignment and encoding. */
const HASH_BITS = [
  31, 30, 29, 28, 27, 26, 25, 23, 21, 20, 19, 18, 15, 14, 11, 9, 7, 3, 2, 1,
] as const;
const HASH_COUNT = 2 ** HASH_BITS.length;
const HASH_MASK = HASH_BITS.reduce((mask, bit) => mask | (1 << bit), 0);
/** The other bits of the word, which are stored with each entry. */
const REST_BITS = Array.from({ length: 32 }, (_, bit) => bit).filter(
  (bit) => (HASH_MASK & (1 << bit)) === 0,
);
/** How many of those may be wrong. */
const MAX_WRONG_REST = 2;
/** Bits that change between two words of the excerpt and are tried both ways; of more, only the two words are. */
const MAX_OPEN_BITS = 7;
/** Entries that one query looks at, so that its time is bounded; rare words come first. */
const MAX_VISITS = 600_000;
/** Entries by which the arrays grow. */
const GROWTH = 2 ** 20;
/** Words of an excerpt that are looked up at most, 2 minutes. */
const MAX_EXCERPT = 1000;
/** More places than a recording of 100 hours has. */
const PLACES_PER_SLOT = 2 ** 22;
/** Share of removed entries from which they are cleared away. */
const MAX_REMOVED = 0.25;

/**
 * Finds in which recordings an excerpt may occur.
 *
 * Each sixteenth word of a recording is an entry of six bytes: a link to the next entry of the same hash, and the twelve bits
 * of its word that are not in the hash. A recording of four minutes takes 720 bytes, and its id and slot some hundred. What is
 * found are places to compare with the whole fingerprint (`excerptErrorRate`), best first.
 */
export class FingerprintIndex {
  /** Per hash the number of its last entry, from 1; 0: none. */
  readonly #heads = new Uint32Array(HASH_COUNT);
  /** Per hash how many entries it has. */
  readonly #counts = new Uint32Array(HASH_COUNT);
  /** Per entry, from 1, the entry before it of the same hash. */
  #links = new Uint32Array(GROWTH);
  #rests = new Uint16Array(GROWTH);
  #entryCount = 0;
  /** Per slot its first entry, ascending, and the recording; `undefined`: removed. */
  #firsts: number[] = [];
  #ids: (string | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  #removedCount = 0;

  /** Number of recordings. */
  get size(): number {
    return this.#slots.size;
  }

  /** Bytes of the arrays, without ids. */
  get byteLength(): number {
    const arrays = [this.#heads, this.#counts, this.#links, this.#rests];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Adds a recording; one that is there already is replaced. */
  add(recordingId: string, words: Uint32Array): void {
    this.remove(recordingId);
    this.#slots.set(recordingId, this.#ids.length);
    this.#ids.push(recordingId);
    this.#firsts.push(this.#entryCount + 1);
    this.#reserve(this.#entryCount + 1 + Math.ceil(words.length / INTERVAL));
    for (let at = 0; at < words.length; at += INTERVAL) {
      const word = words[at] ?? 0;
      const entry = ++this.#entryCount;
      this.#rests[entry] = gathered(word, REST_BITS);
      // Silence is not linked: every recording has it.
      if (word !== SILENT_WORD) this.#link(entry, gathered(word, HASH_BITS));
    }
  }

  /** Removes a recording; one that is not there is no error. */
  remove(recordingId: string): void {
    const slot = this.#slots.get(recordingId);
    if (slot === undefined) return;
    this.#slots.delete(recordingId);
    this.#ids[slot] = undefined;
    this.#removedCount += this.#endOf(slot) - (this.#firsts[slot] ?? 0);
    if (this.#removedCount > MAX_REMOVED * this.#entryCount) this.#clear();
  }

  /**
   * Returns the places where an excerpt may come from, best first.
   *
   * @param excerpt words; an excerpt of 10 s has about 59
   * @param limit maximum number of places
   */
  find(excerpt: Uint32Array, limit: number): readonly IndexedPlace[] {
    const agreeing = new Map<number, number>();
    const lookups = this.#lookupsOf(excerpt);
    let visits = 0;
    for (const { hash, index } of lookups) {
      visits += this.#counts[hash] ?? 0;
      if (visits > MAX_VISITS) break;
      this.#visit(hash, excerpt, index, agreeing);
    }
    const places = [...agreeing].sort(([, a], [, b]) => b - a).slice(0, limit);
    return places.map(([place, count]) => {
      const slot = Math.floor(place / PLACES_PER_SLOT);
      const offset = (place % PLACES_PER_SLOT) - MAX_EXCERPT;
      return { recordingId: this.#ids[slot] ?? "", offset, agreeing: count };
    });
  }

  /** The hashes that a word between each two of the excerpt may have, of the fewest entries first. */
  #lookupsOf(excerpt: Uint32Array): readonly { readonly hash: number; readonly index: number }[] {
    const lookups: { hash: number; index: number; count: number }[] = [];
    const count = Math.min(excerpt.length, MAX_EXCERPT) - 1;
    for (let index = 0; index < count; index++) {
      const word = excerpt[index] ?? 0;
      const next = excerpt[index + 1] ?? 0;
      if (word === SILENT_WORD || next === SILENT_WORD) continue;
      const open = gathered(word ^ next, HASH_BITS);
      const hash = gathered(word, HASH_BITS);
      const all = bitCount(open) <= MAX_OPEN_BITS;
      // All subsets of the open bits, from all of them to none.
      for (let subset = open; ; subset = all ? (subset - 1) & open : 0) {
        const varied = hash ^ subset;
        lookups.push({ hash: varied, index, count: this.#counts[varied] ?? 0 });
        if (subset === 0) break;
      }
    }
    return lookups.sort((a, b) => a.count - b.count);
  }

  /** Counts the entries of a hash whose other bits agree with the excerpt. */
  #visit(hash: number, excerpt: Uint32Array, index: number, agreeing: Map<number, number>): void {
    const word = gathered(excerpt[index] ?? 0, REST_BITS);
    const next = gathered(excerpt[index + 1] ?? 0, REST_BITS);
    for (let entry = this.#heads[hash] ?? 0; entry !== 0; entry = this.#links[entry] ?? 0) {
      const rest = this.#rests[entry] ?? 0;
      if (bitCount((rest ^ word) & (rest ^ next)) > MAX_WRONG_REST) continue;
      const slot = this.#slotOf(entry);
      if (this.#ids[slot] === undefined) continue;
      const position = INTERVAL * (entry - (this.#firsts[slot] ?? 0));
      const place = slot * PLACES_PER_SLOT + position - index + MAX_EXCERPT;
      agreeing.set(place, (agreeing.get(place) ?? 0) + 1);
    }
  }

  #link(entry: number, hash: number): void {
    this.#links[entry] = this.#heads[hash] ?? 0;
    this.#heads[hash] = entry;
    this.#counts[hash] = (this.#counts[hash] ?? 0) + 1;
  }

  /** The slot of an entry, by bisection. */
  #slotOf(entry: number): number {
    let [low, high] = [0, this.#firsts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] ?? 0) <= entry) low = middle;
      else high = middle;
    }
    return low;
  }

  #endOf(slot: number): number {
    return this.#firsts[slot + 1] ?? this.#entryCount + 1;
  }

  #reserve(length: number): void {
    if (length < this.#links.length) return;
    const grown = GROWTH * Math.ceil((length + 1) / GROWTH);
    const links = new Uint32Array(grown);
    links.set(this.#links);
    const rests = new Uint16Array(grown);
    rests.set(this.#rests);
    [this.#links, this.#rests] = [links, rests];
  }

  /** Clears removed entries away, in place: links become hashes, entries move down, and are linked again. */
  #clear(): void {
    const hashes = this.#links;
    const linked = new Uint8Array(this.#entryCount + 1);
    for (let hash = 0; hash < HASH_COUNT; hash++) {
      for (let entry = this.#heads[hash] ?? 0; entry !== 0;) {
        const next = hashes[entry] ?? 0;
        hashes[entry] = hash;
        linked[entry] = 1;
        entry = next;
      }
    }
    this.#heads.fill(0);
    this.#counts.fill(0);
    const [firsts, ids] = [this.#firsts, this.#ids];
    const ends = ids.map((_, slot) => this.#endOf(slot));
    [this.#firsts, this.#ids, this.#entryCount, this.#removedCount] = [[], [], 0, 0];
    ids.forEach((id, slot) => {
      if (id === undefined) return;
      this.#slots.set(id, this.#ids.length);
      this.#ids.push(id);
      this.#firsts.push(this.#entryCount + 1);
      for (let from = firsts[slot] ?? 0; from < (ends[slot] ?? 0); from++) {
        const entry = ++this.#entryCount;
        const hash = hashes[from] ?? 0;
        this.#rests[entry] = this.#rests[from] ?? 0;
        if (linked[from] === 1) this.#link(entry, hash);
        else this.#links[entry] = 0;
      }
    });
  }
}

/** Returns some bits of a word side by side, the first in the highest place. */
function gathered(word: number, bits: readonly number[]): number {
  let value = 0;
  for (const bit of bits) value = (value << 1) | ((word >>> bit) & 1);
  return value;
}
