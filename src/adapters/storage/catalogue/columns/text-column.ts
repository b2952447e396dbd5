/** Some texts of a column, as UTF-8. */
export interface TextPortion {
  /** Bytes of each text. */
  readonly lengths: Uint32Array;
  /** All texts, one after the other. */
  readonly bytes: Uint8Array;
}

/** Maximum bytes of UTF-8 for each UTF-16 code unit of a text. */
const MAX_BYTES_PER_UNIT = 3;

/** Room of a column beyond its texts, when it grows: half of what they take. */
const GROWTH = 1.5;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Texts by slot, as UTF-8 in one array of bytes, outside of the garbage collector's heap: millions of
 * strings make its collections take a tenth of a second.
 */
export class TextColumn {
  protected bytes = new Uint8Array();
  /** Bytes from the beginning that texts take, or took before they were replaced. */
  #used = 0;
  /** Bytes of them that no text takes any more. */
  #unused = 0;
  protected starts = new Uint32Array();
  /** 0 in slots without a text. */
  protected lengths = new Uint32Array();

  /** Returns the text of a slot. */
  at(slot: number): string {
    const start = this.starts[slot] ?? 0;
    return decoder.decode(this.bytes.subarray(start, start + (this.lengths[slot] ?? 0)));
  }

  /** Returns the number of bytes of the text of a slot. */
  lengthAt(slot: number): number {
    return this.lengths[slot] ?? 0;
  }

  set(slot: number, text: string): void {
    this.#ensureRoom(MAX_BYTES_PER_UNIT * text.length);
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.#used));
    const before = this.lengths[slot] ?? 0;
    if (before === written) {
      // Mostly the same text, of an analysis that was replaced.
      this.bytes.copyWithin(this.starts[slot] ?? 0, this.#used, this.#used + written);
      return;
    }
    this.#unused += before;
    this.starts[slot] = this.#used;
    this.lengths[slot] = written;
    this.#used += written;
  }

  /** Removes the text of a slot; that of slot `last` moves there. */
  remove(slot: number, last: number): void {
    this.#unused += this.lengths[slot] ?? 0;
    this.starts[slot] = this.starts[last] ?? 0;
    this.lengths[slot] = this.lengths[last] ?? 0;
    this.lengths[last] = 0;
  }

  /** Returns a copy of the slots in [first, end). */
  portion(first: number, end: number): TextPortion {
    const lengths = this.lengths.slice(first, end);
    const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    this.#copyTexts(bytes, first, end);
    return { lengths, bytes };
  }

  /** Sets the slots from `first` on, which have no texts, to those of a portion. */
  append(first: number, { lengths, bytes }: TextPortion): void {
    this.#ensureRoom(bytes.length);
    this.bytes.set(bytes, this.#used);
    this.lengths.set(lengths, first);
    for (let index = 0; index < lengths.length; index += 1) {
      this.starts[first + index] = this.#used;
      this.#used += lengths[index] as number;
    }
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    const [starts, lengths] = [new Uint32Array(capacity), new Uint32Array(capacity)];
    starts.set(this.starts);
    lengths.set(this.lengths);
    [this.starts, this.lengths] = [starts, lengths];
  }

  /** Makes room for bytes behind the last text, without those that no text takes any more. */
  #ensureRoom(count: number): void {
    if (this.#used + count <= this.bytes.length) return;
    const needed = this.#used - this.#unused + count;
    const larger = new Uint8Array(Math.ceil(GROWTH * needed) + 1024);
    if (this.#unused === 0) larger.set(this.bytes.subarray(0, this.#used));
    else this.#copyTexts(larger, 0, this.lengths.length);
    if (this.#unused > 0) this.#restart();
    this.bytes = larger;
  }

  /** Copies the texts of the slots in [first, end), one after the other. */
  #copyTexts(target: Uint8Array, first: number, end: number): void {
    const [bytes, starts, lengths] = [this.bytes, this.starts, this.lengths];
    let used = 0;
    for (let slot = first; slot < end; slot += 1) {
      const start = starts[slot] as number;
      const length = lengths[slot] as number;
      for (let index = 0; index < length; index += 1)
        target[used++] = bytes[start + index] as number;
    }
  }

  /** Lets the texts begin where `#copyTexts` has copied them to. */
  #restart(): void {
    this.#used = 0;
    for (const [slot, length] of this.lengths.entries()) {
      this.starts[slot] = this.#used;
      this.#used += length;
    }
    this.#unused = 0;
  }
}
