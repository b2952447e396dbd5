import { bitCount, SILENT_WORD } from "./word-bits.js";

/** A place where an excerpt may come from. */
export interface IndexedPlace<Id extends string = string> {
  readonly recordingId: Id;
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
/** How many right bits a wrong one outweighs: about 3 % of bits are wrong at the right place, 40 % elsewhere. */
const WRONG_BIT_WEIGHT = 5;
/** Bits that change between two words of the excerpt and are tried both ways; of more, only the two words are. */
const MAX_OPEN_BITS = 7;
/** Entries that one query looks at, so that its time is bounded; rare words come first. */
const MAX_VISITS = 600_000;
/** Entries of an array, a power of two; more are added where they are needed, so that none is copied. */
const ENTRIES_PER_ARRAY = 2 ** 20;
const ARRAY_SHIFT = Math.log2(ENTRIES_PER_ARRAY);
const ARRAY_MASK = ENTRIES_PER_ARRAY - 1;
/** Entries that are looked at for whole recordings, for each word: of so many words the rare ones suffice. */
const MAX_VISITS_PER_WORD = 20;
/** Entries that are cleared away at a stretch: some milliseconds. */
const ENTRIES_PER_STEP = 16_384;
/** Words of an excerpt that are looked up at most, 2 minutes. */
const MAX_EXCERPT = 1000;
/** More places than a recording of 100 hours has. */
const PLACES_PER_SLOT = 2 ** 22;
/** Share of removed entries from which they should be cleared away. */
const MAX_REMOVED = 0.25;

/** Returns the words of a fingerprint that an index holds: each sixteenth, from the first. */
export function indexedWordsOf(words: Uint32Array): Uint32Array {
  return Uint32Array.from(
    { length: Math.ceil(words.length / INTERVAL) },
    (_, index) => words[INTERVAL * index] ?? 0,
  );
}

/**
 * Finds in which recordings an excerpt may occur.
 *
 * Each sixteenth word of a recording is an entry of six bytes: a link to the next entry of the same hash, and the twelve bits
 * of its word that are not in the hash. A recording of four minutes takes 720 bytes, and its id and slot some hundred. What is
 * found are places to compare with the whole fingerprint (`excerptErrorRate`), best first.
 */
export class FingerprintIndex<Id extends string = string> {
  /** Per hash the number of its last entry, from 1; 0: none. Without a length until there is a first entry. */
  #heads = new Uint32Array();
  /** Per hash how many entries it has; without a length as well. */
  #counts = new Uint32Array();
  /** Per entry, from 1, the entry before it of the same hash. */
  readonly #links: Uint32Array[] = [];
  readonly #rests: Uint16Array[] = [];
  #entryCount = 0;
  /** Per slot its first entry, ascending, and the recording; `undefined`: removed. */
  #firsts: number[] = [];
  #ids: (Id | undefined)[] = [];
  /** Per slot a checksum of its words. */
  #checksums: number[] = [];
  readonly #slots = new Map<Id, number>();
  #removedCount = 0;

  /** Number of recordings. */
  get size(): number {
    return this.#slots.size;
  }

  /** Bytes of the arrays, without ids. */
  get byteLength(): number {
    const arrays = [this.#heads, this.#counts, ...this.#links, ...this.#rests];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * Adds a recording; one that is there already is replaced.
   *
   * @param words those of `indexedWordsOf`
   */
  add(recordingId: Id, words: Uint32Array): void {
    const checksum = checksumOf(words);
    const before = this.#slots.get(recordingId);
    // Most changes of a recording are of its names.
    if (before !== undefined && this.#checksums[before] === checksum) return;
    this.remove(recordingId);
    this.#slots.set(recordingId, this.#ids.length);
    this.#ids.push(recordingId);
    this.#checksums.push(checksum);
    this.#firsts.push(this.#entryCount + 1);
    this.#reserve(this.#entryCount + 1 + words.length);
    for (const word of words) {
      const entry = ++this.#entryCount;
      this.#setRest(entry, gathered(word, REST_BITS));
      // Silence is not linked: every recording has it.
      if (word !== SILENT_WORD) this.#link(entry, gathered(word, HASH_BITS));
    }
  }

  /** Removes a recording; one that is not there is no error. */
  remove(recordingId: Id): void {
    const slot = this.#slots.get(recordingId);
    if (slot === undefined) return;
    this.#slots.delete(recordingId);
    this.#ids[slot] = undefined;
    this.#removedCount += this.#endOf(slot) - (this.#firsts[slot] ?? 0);
  }

  /** Whether removed recordings take so much memory that `clear` is worth its time. */
  get isSparse(): boolean {
    return this.#removedCount > MAX_REMOVED * this.#entryCount;
  }

  /**
   * Returns the places where an excerpt may come from, best first.
   *
   * @param excerpt words; an excerpt of 10 s has about 59
   * @param limit maximum number of places
   */
  find(excerpt: Uint32Array, limit: number): readonly IndexedPlace<Id>[] {
    const rests = restsOf(excerpt);
    return this.#placesOf(excerpt, MAX_OPEN_BITS, MAX_VISITS)
      .map(([place, agreeing]) => ({ place, agreeing, evidence: this.#evidenceOf(place, rests) }))
      .sort((a, b) => b.evidence - a.evidence)
      .slice(0, limit)
      .flatMap(({ place, agreeing }) => {
        const recordingId = this.#idAt(place);
        const offset = offsetOf(place);
        return recordingId === undefined ? [] : [{ recordingId, offset, agreeing }];
      });
  }

  /**
   * Returns the recordings that may have long parts in common with another, with how many words agree at one
   * offset: some of those that occur least often are looked up, as they are.
   *
   * @param words at most 1000 words of a recording, 2 minutes
   */
  findAlike(words: Uint32Array): ReadonlyMap<Id, number> {
    const alike = new Map<Id, number>();
    for (const [place, agreeing] of this.#placesOf(words, 0, MAX_VISITS_PER_WORD * words.length)) {
      const recordingId = this.#idAt(place);
      if (recordingId !== undefined && !alike.has(recordingId)) alike.set(recordingId, agreeing);
    }
    return alike;
  }

  /** Counts the words that agree at each place, most first. */
  #placesOf(
    excerpt: Uint32Array,
    maxOpenBits: number,
    maxVisits: number,
  ): readonly (readonly [place: number, agreeing: number])[] {
    const counts = new Map<number, number>();
    const rests = restsOf(excerpt);
    let visits = 0;
    for (const { hash, index } of this.#lookupsOf(excerpt, maxOpenBits)) {
      visits += this.#counts[hash] ?? 0;
      if (visits > maxVisits) break;
      this.#visit(hash, rests, index, counts);
    }
    return [...counts].sort(([, a], [, b]) => b - a);
  }

  /**
   * How strongly the stored bits of all entries within an excerpt speak for a place: right bits less weighted wrong ones. An
   * excerpt of 10 s has three or four, of which often only one agrees in its hash, as with thousands of other recordings.
   */
  #evidenceOf(place: number, rests: Uint16Array): number {
    const slot = Math.floor(place / PLACES_PER_SLOT);
    const offset = offsetOf(place);
    const first = this.#firsts[slot] ?? 0;
    const from = Math.max(0, Math.ceil(offset / INTERVAL));
    const last = Math.floor((offset + rests.length - 2) / INTERVAL);
    const end = Math.min(this.#endOf(slot) - first, last + 1);
    let wrong = 0;
    for (let i = from; i < end; i++) {
      wrong += this.#wrongRest(first + i, rests, INTERVAL * i - offset);
    }
    return REST_BITS.length * (end - from) - (1 + WRONG_BIT_WEIGHT) * wrong;
  }

  #idAt(place: number): Id | undefined {
    return this.#ids[Math.floor(place / PLACES_PER_SLOT)];
  }

  /** The hashes that a word between each two of the excerpt may have, of the fewest entries first. */
  #lookupsOf(
    excerpt: Uint32Array,
    maxOpenBits: number,
  ): readonly { readonly hash: number; readonly index: number }[] {
    const lookups: { hash: number; index: number; count: number }[] = [];
    const count = Math.min(excerpt.length, MAX_EXCERPT) - 1;
    for (let index = 0; index < count; index++) {
      const word = excerpt[index] ?? 0;
      const next = excerpt[index + 1] ?? 0;
      if (word === SILENT_WORD || next === SILENT_WORD) continue;
      const open = gathered(word ^ next, HASH_BITS);
      const hash = gathered(word, HASH_BITS);
      const all = bitCount(open) <= maxOpenBits;
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
  #visit(hash: number, rests: Uint16Array, index: number, counts: Map<number, number>): void {
    for (let entry = this.#heads[hash] ?? 0; entry !== 0; entry = this.#linkOf(entry)) {
      if (this.#wrongRest(entry, rests, index) > MAX_WRONG_REST) continue;
      const slot = this.#slotOf(entry);
      if (this.#ids[slot] === undefined) continue;
      const position = INTERVAL * (entry - (this.#firsts[slot] ?? 0));
      const place = slot * PLACES_PER_SLOT + position - index + MAX_EXCERPT;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }

  /** How many stored bits of an entry neither the word of the excerpt nor the next one has. */
  #wrongRest(entry: number, rests: Uint16Array, index: number): number {
    const rest = this.#restOf(entry);
    return bitCount((rest ^ (rests[index] ?? 0)) & (rest ^ (rests[index + 1] ?? 0)));
  }

  #link(entry: number, hash: number): void {
    this.#setLink(entry, this.#heads[hash] ?? 0);
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

  #linkOf(entry: number): number {
    return this.#links[entry >>> ARRAY_SHIFT]?.[entry & ARRAY_MASK] ?? 0;
  }

  #setLink(entry: number, link: number): void {
    const links = this.#links[entry >>> ARRAY_SHIFT];
    if (links) links[entry & ARRAY_MASK] = link;
  }

  #restOf(entry: number): number {
    return this.#rests[entry >>> ARRAY_SHIFT]?.[entry & ARRAY_MASK] ?? 0;
  }

  #setRest(entry: number, rest: number): void {
    const rests = this.#rests[entry >>> ARRAY_SHIFT];
    if (rests) rests[entry & ARRAY_MASK] = rest;
  }

  #reserve(length: number): void {
    if (this.#heads.length === 0) {
      this.#heads = new Uint32Array(HASH_COUNT);
      this.#counts = new Uint32Array(HASH_COUNT);
    }
    while (length > ENTRIES_PER_ARRAY * this.#links.length) {
      this.#links.push(new Uint32Array(ENTRIES_PER_ARRAY));
      this.#rests.push(new Uint16Array(ENTRIES_PER_ARRAY));
    }
  }

  /**
   * Clears removed entries away, in place: links become hashes, entries move down, and are linked again.
   * Yields after each few milliseconds; nothing else may be called before it has ended.
   */
  *clear(): Generator<undefined, void, undefined> {
    const linked = yield* this.#hashLinks();
    this.#heads.fill(0);
    this.#counts.fill(0);
    const [firsts, ids, checksums] = [this.#firsts, this.#ids, this.#checksums];
    const ends = ids.map((_, slot) => this.#endOf(slot));
    [this.#firsts, this.#ids, this.#checksums] = [[], [], []];
    [this.#entryCount, this.#removedCount] = [0, 0];
    let stepEnd = ENTRIES_PER_STEP;
    for (const [slot, id] of ids.entries()) {
      if (id === undefined) continue;
      this.#slots.set(id, this.#ids.length);
      this.#ids.push(id);
      this.#checksums.push(checksums[slot] ?? 0);
      this.#firsts.push(this.#entryCount + 1);
      for (let from = firsts[slot] ?? 0; from < (ends[slot] ?? 0); from++) {
        const entry = ++this.#entryCount;
        const hash = this.#linkOf(from);
        this.#setRest(entry, this.#restOf(from));
        if (linked[from] === 1) this.#link(entry, hash);
        else this.#setLink(entry, 0);
      }
      if (this.#entryCount < stepEnd) continue;
      stepEnd = this.#entryCount + ENTRIES_PER_STEP;
      yield;
    }
    this.#links.length = Math.ceil((this.#entryCount + 1) / ENTRIES_PER_ARRAY);
    this.#rests.length = this.#links.length;
  }

  /** Replaces the link of each linked entry by its hash, and returns which are linked: 1, others 0. */
  *#hashLinks(): Generator<undefined, Uint8Array, undefined> {
    const linked = new Uint8Array(this.#entryCount + 1);
    let left = ENTRIES_PER_STEP;
    for (let hash = 0; hash < HASH_COUNT; hash++) {
      for (let entry = this.#heads[hash] ?? 0; entry !== 0;) {
        const next = this.#linkOf(entry);
        this.#setLink(entry, hash);
        linked[entry] = 1;
        entry = next;
        left--;
      }
      if (left > 0) continue;
      left = ENTRIES_PER_STEP;
      yield;
    }
    return linked;
  }
}

/** Where an excerpt begins at a place, words from the start of the recording. */
const offsetOf = (place: number): number => (place % PLACES_PER_SLOT) - MAX_EXCERPT;

/** The bits of each word of an excerpt that are stored with entries. */
const restsOf = (excerpt: Uint32Array): Uint16Array =>
  Uint16Array.from(excerpt, (word) => gathered(word, REST_BITS));

/**
 * Returns 32 bits that nearly always differ between two lists of words.
 *
 * Source: FNV-1a, draft-eastlake-fnv-21, section 2, of words instead of bytes.
 */
function checksumOf(words: Uint32Array): number {
  let checksum = 0x811c9dc5;
  for (const word of words) checksum = Math.imul(checksum ^ word, 0x01000193);
  return checksum;
}

/** Returns some bits of a word side by side, the first in the highest place. */
function gathered(word: number, bits: readonly number[]): number {
  let value = 0;
  for (const bit of bits) value = (value << 1) | ((word >>> bit) & 1);
  return value;
}
