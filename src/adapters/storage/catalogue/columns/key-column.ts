/** Keys of 16 hex characters by slot: eight bytes each, outside of the garbage collector's heap. */
export class KeyColumn {
  /** The first eight characters of each key, as a number; then the others. */
  #first = new Uint32Array();
  #second = new Uint32Array();

  /** Returns the key of a slot. */
  at(slot: number): string {
    return hexOf(this.#first[slot] ?? 0) + hexOf(this.#second[slot] ?? 0);
  }

  set(slot: number, key: string): void {
    this.#first[slot] = firstHalfOf(key);
    this.#second[slot] = secondHalfOf(key);
  }

  /** Returns the eight bytes of the key of each of the slots, as their hex characters say. */
  bytesOf(slots: Uint32Array): Uint8Array {
    const bytes = new Uint8Array(8 * slots.length);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number;
      view.setUint32(8 * index, this.#first[slot] ?? 0);
      view.setUint32(8 * index + 4, this.#second[slot] ?? 0);
    }
    return bytes;
  }

  /** By slot, the first half of each key. */
  get firstHalves(): Uint32Array {
    return this.#first;
  }

  /** Returns the first half of the key of a slot. */
  firstAt(slot: number): number {
    return this.#first[slot] ?? 0;
  }

  /** Returns the second half of the key of a slot. */
  secondAt(slot: number): number {
    return this.#second[slot] ?? 0;
  }

  /** Returns whether the key of a slot is the one of these halves. */
  isAt(slot: number, first: number, second: number): boolean {
    return this.#first[slot] === first && this.#second[slot] === second;
  }

  /** Negative where the key of slot `a` is before that of slot `b`. */
  compare(a: number, b: number): number {
    const difference = (this.#first[a] ?? 0) - (this.#first[b] ?? 0);
    return difference === 0 ? (this.#second[a] ?? 0) - (this.#second[b] ?? 0) : difference;
  }

  /** Copies the key of a slot to another. */
  copy(from: number, to: number): void {
    this.#first[to] = this.#first[from] ?? 0;
    this.#second[to] = this.#second[from] ?? 0;
  }

  /** Returns a copy of the slots in [first, end): all first halves, then all second ones. */
  portion(first: number, end: number): Uint32Array {
    const halves = new Uint32Array(2 * (end - first));
    halves.set(this.#first.subarray(first, end));
    halves.set(this.#second.subarray(first, end), end - first);
    return halves;
  }

  /** Sets the slots from `first` on to those of a portion. */
  append(first: number, halves: Uint32Array): void {
    const count = halves.length / 2;
    this.#first.set(halves.subarray(0, count), first);
    this.#second.set(halves.subarray(count), first);
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    const [first, second] = [new Uint32Array(capacity), new Uint32Array(capacity)];
    first.set(this.#first);
    second.set(this.#second);
    [this.#first, this.#second] = [first, second];
  }
}

/** Returns the first eight characters of a key as a number. */
export const firstHalfOf = (key: string): number => Number.parseInt(key.slice(0, 8), 16);

/** Returns the last eight characters of a key as a number. */
export const secondHalfOf = (key: string): number => Number.parseInt(key.slice(8), 16);

const hexOf = (half: number): string => half.toString(16).padStart(8, "0");
