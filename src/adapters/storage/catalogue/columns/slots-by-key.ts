import { firstHalfOf, type KeyColumn, secondHalfOf } from "./key-column.js";

const FIRST_PLACES = 2048;

/** Marks a place without a slot. */
const EMPTY = -1;

/**
 * Finds the slots of keys: a hash table of slots with linear probing; the first half of a key, which is
 * a hash, says where it begins. A `Map` of a million keys takes
 * ten times the memory, and blocks the process for a tenth of a second whenever it grows.
 *
 * Source: D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithms L and R.
 */
export class SlotsByKey {
  readonly #keys: KeyColumn;
  /** A power of two places, at most half of them taken. */
  #places = new Int32Array(FIRST_PLACES).fill(EMPTY);
  #count = 0;

  /** @param keys by slot: set before a slot is added, and until it is removed */
  constructor(keys: KeyColumn) {
    this.#keys = keys;
  }

  /** Returns the slot of a key. */
  find(key: string): number | undefined {
    return this.findHalves(firstHalfOf(key), secondHalfOf(key));
  }

  /** Returns the added slot that has the key of a slot that is not added. */
  findOther(slot: number): number | undefined {
    return this.findHalves(this.#keys.firstAt(slot), this.#keys.secondAt(slot));
  }

  /** Returns the slot of the key of these halves. */
  findHalves(first: number, second: number): number | undefined {
    const places = this.#places;
    const mask = places.length - 1;
    for (let place = first & mask; ; place = (place + 1) & mask) {
      const slot = places[place] as number;
      if (slot === EMPTY) return undefined;
      if (this.#keys.isAt(slot, first, second)) return slot;
    }
  }

  /** Adds a slot, of which the key is new. */
  add(slot: number): void {
    this.ensureCapacity(this.#count + 1);
    this.#count += 1;
    this.#place(slot);
  }

  /** Removes a slot that was added. */
  remove(slot: number): void {
    const places = this.#places;
    const mask = places.length - 1;
    let free = this.#placeOf(slot);
    this.#count -= 1;
    // The slots behind it move up, unless they then stood before the place of their key.
    for (let place = (free + 1) & mask; places[place] !== EMPTY; place = (place + 1) & mask) {
      const wished = this.#keys.firstAt(places[place] as number) & mask;
      if (((place - wished) & mask) < ((place - free) & mask)) continue;
      places[free] = places[place] as number;
      free = place;
    }
    places[free] = EMPTY;
  }

  /** Replaces a slot by another, to which its key is moving. */
  replace(slot: number, by: number): void {
    this.#places[this.#placeOf(slot)] = by;
  }

  /** Makes room for as many slots. */
  ensureCapacity(count: number): void {
    if (2 * count <= this.#places.length) return;
    const before = this.#places;
    let length = before.length;
    while (length < 2 * count) length *= 2;
    this.#places = new Int32Array(length).fill(EMPTY);
    for (const slot of before) if (slot !== EMPTY) this.#place(slot);
  }

  #place(slot: number): void {
    const places = this.#places;
    const mask = places.length - 1;
    let place = this.#keys.firstAt(slot) & mask;
    while (places[place] !== EMPTY) place = (place + 1) & mask;
    places[place] = slot;
  }

  #placeOf(slot: number): number {
    const places = this.#places;
    const mask = places.length - 1;
    let place = this.#keys.firstAt(slot) & mask;
    while (places[place] !== slot) place = (place + 1) & mask;
    return place;
  }
}
