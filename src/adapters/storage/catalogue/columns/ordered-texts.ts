import { TextColumn, type TextPortion } from "./text-column.js";

/** Bytes at the beginning of a text that a number holds exactly. */
const PREFIX_BYTES = 6;

const encoder = new TextEncoder();

/** Texts that analyses are ordered by: by their bytes, as PostgreSQL orders texts. */
export class OrderedTexts extends TextColumn {
  #prefixes = new Float64Array();

  /** By slot, the first bytes as a number: a text with a smaller one is before a text with a larger one. */
  get prefixes(): Float64Array {
    return this.#prefixes;
  }

  override set(slot: number, text: string): void {
    super.set(slot, text);
    this.#setPrefix(slot);
  }

  override remove(slot: number, last: number): void {
    super.remove(slot, last);
    this.#prefixes[slot] = this.#prefixes[last] ?? 0;
  }

  override append(first: number, portion: TextPortion): void {
    super.append(first, portion);
    const end = first + portion.lengths.length;
    for (let slot = first; slot < end; slot += 1) this.#setPrefix(slot);
  }

  override setCapacity(capacity: number): void {
    super.setCapacity(capacity);
    const prefixes = new Float64Array(capacity);
    prefixes.set(this.#prefixes);
    this.#prefixes = prefixes;
  }

  /** Negative where the text of slot `a` is before that of slot `b`. */
  compare(a: number, b: number): number {
    const difference = (this.#prefixes[a] as number) - (this.#prefixes[b] as number);
    if (difference !== 0) return difference;
    const start = this.starts[b] as number;
    return this.#compareWith(a, this.bytes, start, start + (this.lengths[b] as number));
  }

  /** Returns a function that is negative where the text of a slot is before a text. */
  comparisonWith(text: string): (slot: number) => number {
    const bytes = encoder.encode(text);
    return (slot) => this.#compareWith(slot, bytes, 0, bytes.length);
  }

  #compareWith(slot: number, other: Uint8Array, otherStart: number, otherEnd: number): number {
    const start = this.starts[slot] as number;
    const length = this.lengths[slot] as number;
    const otherLength = otherEnd - otherStart;
    const common = length < otherLength ? length : otherLength;
    for (let index = 0; index < common; index += 1) {
      const difference =
        (this.bytes[start + index] as number) - (other[otherStart + index] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #setPrefix(slot: number): void {
    const start = this.starts[slot] as number;
    this.#prefixes[slot] = prefixOf(this.bytes, start, start + (this.lengths[slot] as number));
  }
}

/** Returns the prefix of a text, as `OrderedTexts.prefixes` has it. */
export function prefixOfText(text: string): number {
  const bytes = encoder.encode(text);
  return prefixOf(bytes, 0, bytes.length);
}

function prefixOf(bytes: Uint8Array, start: number, end: number): number {
  let prefix = 0;
  for (let at = start; at < start + PREFIX_BYTES; at += 1) {
    prefix = 256 * prefix + (at < end ? (bytes[at] as number) : 0);
  }
  return prefix;
}
