import { TextColumn, type TextPortion } from "./text-column.js";
import { occurrenceIn, type WordMarks } from "./word-marks.js";

const encoder = new TextEncoder();

const LINE_FEED = 0x0a;

/** Number of 32-bit parts of a signature. */
const PARTS = 4;

/**
 * Texts in which words are searched. Each has a signature of 128 bits, one for each pair of adjacent
 * bytes: a text contains a word only if its signature has all bits of the word's. Most texts are left
 * out by that, which takes a tenth of the time of reading them.
 *
 * Source: M. C. Harrison, "Implementation of the Substring Test by Hashing", Communications of the ACM
 * 14(12), 1971.
 */
export class SearchedTexts extends TextColumn {
  /** The parts of the signatures, each by slot. */
  #parts: readonly Uint32Array[] = Array.from({ length: PARTS }, () => new Uint32Array());
  /** Of the text that is being added. */
  readonly #signature = new Uint32Array(PARTS);

  override set(slot: number, text: string): void {
    super.set(slot, text);
    this.#sign(slot);
  }

  override remove(slot: number, last: number): void {
    super.remove(slot, last);
    for (const part of this.#parts) part[slot] = part[last] ?? 0;
  }

  override append(first: number, portion: TextPortion): void {
    super.append(first, portion);
    const end = first + portion.lengths.length;
    for (let slot = first; slot < end; slot += 1) this.#sign(slot);
  }

  override setCapacity(capacity: number): void {
    super.setCapacity(capacity);
    this.#parts = this.#parts.map((part) => {
      const larger = new Uint32Array(capacity);
      larger.set(part);
      return larger;
    });
  }

  /** Keeps, of the first `count` slots of a list, those whose text contains a word; returns their number. */
  keepContaining(word: string, slots: Uint32Array, count: number): number {
    const wanted = encoder.encode(word);
    const signature = new Uint32Array(PARTS);
    sign(wanted, 0, wanted.length, signature);
    let candidates = count;
    for (const [index, part] of this.#parts.entries()) {
      candidates = keepWithBits(part, signature[index] as number, slots, candidates);
    }
    let kept = 0;
    for (let index = 0; index < candidates; index += 1) {
      const slot = slots[index] as number;
      if (this.#contains(slot, wanted)) slots[kept++] = slot;
    }
    return kept;
  }

  /**
   * Marks the texts of some slots in which a word occurs as a word or at the beginning of one.
   *
   * @param bit of the word in the marks
   */
  markWord(word: string, bit: number, slots: Uint32Array, { begun, whole }: WordMarks): void {
    const wanted = encoder.encode(word);
    const signature = new Uint32Array(PARTS);
    sign(wanted, 0, wanted.length, signature);
    const { bytes, starts, lengths } = this;
    // By index, because iterating takes twice the time.
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number;
      if (!this.#hasBits(slot, signature)) continue;
      const start = starts[slot] as number;
      const occurrence = occurrenceIn(bytes, start, start + (lengths[slot] as number), wanted);
      if (occurrence === "none") continue;
      begun[slot] = (begun[slot] as number) | bit;
      if (occurrence === "whole") whole[slot] = (whole[slot] as number) | bit;
    }
  }

  /** Returns whether one of the first lines of a text is exactly this one, of at least one byte. */
  isLine(slot: number, line: Uint8Array, lineCount: number): boolean {
    const { bytes } = this;
    let at = this.starts[slot] as number;
    const end = at + (this.lengths[slot] as number);
    for (let index = 0; index < lineCount && at < end; index += 1) {
      const following = bytes.indexOf(LINE_FEED, at);
      const lineEnd = following === -1 ? end : Math.min(following, end);
      if (lineEnd - at === line.length && line.every((byte, place) => bytes[at + place] === byte)) {
        return true;
      }
      at = lineEnd + 1;
    }
    return false;
  }

  #hasBits(slot: number, signature: Uint32Array): boolean {
    for (let index = 0; index < PARTS; index += 1) {
      const wanted = signature[index] as number;
      // A word of one letter has no bits.
      if (wanted === 0) continue;
      const part = this.#parts[index] as Uint32Array;
      if (((part[slot] as number) & wanted) >>> 0 !== wanted) return false;
    }
    return true;
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
    const signature = this.#signature;
    sign(this.bytes, start, start + (this.lengths[slot] as number), signature);
    for (const [index, part] of this.#parts.entries()) part[slot] = signature[index] as number;
  }
}

/** Keeps, of the first `count` slots of a list, those that have all bits of a part; returns their number. */
function keepWithBits(part: Uint32Array, bits: number, slots: Uint32Array, count: number): number {
  if (bits === 0) return count;
  // As a signed integer, as "&" returns it.
  const wanted = bits | 0;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number;
    slots[kept] = slot;
    // Without a branch, which the processor could not foresee.
    kept += Number(((part[slot] as number) & wanted) === wanted);
  }
  return kept;
}

/** Sets the parts of a signature to that of the bytes in [start, end). */
function sign(bytes: Uint8Array, start: number, end: number, signature: Uint32Array): void {
  signature.fill(0);
  for (let at = start + 1; at < end; at += 1) {
    // The factors are odd and arbitrary; the sum spreads pairs of letters over all bits.
    const bit = (7 * (bytes[at - 1] as number) + 13 * (bytes[at] as number)) & 127;
    const part = bit >> 5;
    signature[part] = (signature[part] as number) | (1 << (bit & 31));
  }
}
