import { TextColumn, type TextPortion } from "./text-column.js";

const encoder = new TextEncoder();

/**
 * Texts in which words are searched. Each has a signature of 64 bits, one for each pair of adjacent
 * bytes: a text contains a word only if its signature has all bits of the word's. Most texts are left
 * out by that, which takes a tenth of the time of reading them.
 *
 * Source: M. C. Harrison, "Implementation of the Substring Test by Hashing", Communications of the ACM
 * 14(12), 1971.
 */
export class SearchedTexts extends TextColumn {
  /** By slot, the two halves of the signature. */
  #low = new Uint32Array();
  #high = new Uint32Array();
  /** Of the text that is being added. */
  readonly #signature = new Uint32Array(2);

  override set(slot: number, text: string): void {
    super.set(slot, text);
    this.#sign(slot);
  }

  override remove(slot: number, last: number): void {
    super.remove(slot, last);
    this.#low[slot] = this.#low[last] ?? 0;
    this.#high[slot] = this.#high[last] ?? 0;
  }

  override append(first: number, portion: TextPortion): void {
    super.append(first, portion);
    const end = first + portion.lengths.length;
    for (let slot = first; slot < end; slot += 1) this.#sign(slot);
  }

  override setCapacity(capacity: number): void {
    super.setCapacity(capacity);
    const [low, high] = [new Uint32Array(capacity), new Uint32Array(capacity)];
    low.set(this.#low);
    high.set(this.#high);
    [this.#low, this.#high] = [low, high];
  }

  /** Keeps, of the first `count` slots of a list, those whose text contains a word; returns their number. */
  keepContaining(word: string, slots: Uint32Array, count: number): number {
    const wanted = encoder.encode(word);
    const signature = new Uint32Array(2);
    sign(wanted, 0, wanted.length, signature);
    // As signed integers, as "&" returns them.
    const [low, high] = [(signature[0] as number) | 0, (signature[1] as number) | 0];
    const [lows, highs] = [this.#low, this.#high];
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] as number;
      if (((lows[slot] as number) & low) !== low || ((highs[slot] as number) & high) !== high)
        continue;
      if (this.#contains(slot, wanted)) slots[kept++] = slot;
    }
    return kept;
  }

  #contains(slot: number, wanted: Uint8Array): boolean {
    const { bytes } = this;
    const size = wanted.length;
    const first = wanted[0];
    const start = this.starts[slot] as number;
    const end = start + (this.lengths[slot] as number) - size;
    for (let at = start; at <= end; at += 1) {
      if (bytes[at] !== first) continue;
      let same = 1;
      while (same < size && bytes[at + same] === wanted[same]) same += 1;
      if (same === size) return true;
    }
    return false;
  }

  #sign(slot: number): void {
    const start = this.starts[slot] as number;
    sign(this.bytes, start, start + (this.lengths[slot] as number), this.#signature);
    this.#low[slot] = this.#signature[0] as number;
    this.#high[slot] = this.#signature[1] as number;
  }
}

/** Sets the two halves of a signature to that of the bytes in [start, end). */
function sign(bytes: Uint8Array, start: number, end: number, signature: Uint32Array): void {
  let [low, high] = [0, 0];
  for (let at = start + 1; at < end; at += 1) {
    // The factors are odd and arbitrary; the sum spreads pairs of letters over all bits.
    const bit = (7 * (bytes[at - 1] as number) + 13 * (bytes[at] as number)) & 63;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  signature[0] = low;
  signature[1] = high;
}
