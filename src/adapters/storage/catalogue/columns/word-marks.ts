/** Room for marks, when there is too little: relative to what is needed. */
const GROWTH = 1.25;

/** Which words of a query occur in texts, by slot: a bit for each word. */
export class WordMarks {
  /** The words that a word of the text begins with, or is. */
  begun = new Uint32Array();
  /** The words that are words of the text. */
  whole = new Uint32Array();

  /** Forgets all marks, and makes room for as many slots. */
  clear(count: number): void {
    if (this.begun.length < count) {
      const capacity = Math.ceil(GROWTH * count);
      this.begun = new Uint32Array(capacity);
      this.whole = new Uint32Array(capacity);
    } else {
      this.begun.fill(0, 0, count);
      this.whole.fill(0, 0, count);
    }
  }

  /** Adds marks to those of a slot. */
  add(slot: number, begun: number, whole: number): void {
    this.begun[slot] = (this.begun[slot] as number) | begun;
    this.whole[slot] = (this.whole[slot] as number) | whole;
  }
}

/**
 * How a word occurs in a text: `begun` at the beginning of a word, or anywhere in what is written without spaces; `whole`
 * as a word.
 */
type Occurrence = "none" | "begun" | "whole";

const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * Returns how a word occurs in the words of the bytes in [start, end) of a text.
 *
 * Words are divided by spaces and line feeds. Chinese and Japanese have no spaces between words, and pictures none
 * between each other: a word of such characters may begin anywhere, and one of letters also beside them.
 *
 * @param wanted the bytes of the word, at least one
 */
export function occurrenceIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: Uint8Array,
): Occurrence {
  const size = wanted.length;
  const first = wanted[0] as number;
  const mayBeginAnywhere = isDense(first);
  let found: Occurrence = "none";
  for (let at = start; at <= end - size; at += 1) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < size && bytes[at + same] === wanted[same]) same += 1;
    if (same < size) continue;
    const begins = at === start || isDivider(bytes[at - 1] as number);
    if (!begins && !mayBeginAnywhere && !isDenseBefore(bytes, start, at)) continue;
    const next = bytes[at + size] as number;
    const ends = at + size === end || isDivider(next) || (!mayBeginAnywhere && isDense(next));
    if (ends && (begins || !mayBeginAnywhere)) return "whole";
    found = "begun";
  }
  return found;
}

const isDivider = (byte: number): boolean => byte === SPACE || byte === LINE_FEED;

/**
 * Whether a character of UTF-8 that begins with a byte is one of a script without spaces: those from U+3000 to U+9FFF, which
 * are kana and Han, and those beyond U+FFFF, which are rare Han and pictures.
 */
const isDense = (byte: number): boolean => (byte >= 0xe3 && byte <= 0xe9) || byte === 0xf0;

/** Whether the character that ends before a place is of a script without spaces. */
function isDenseBefore(bytes: Uint8Array, start: number, at: number): boolean {
  const three = bytes[at - 3] as number;
  if (at - 3 >= start && three >= 0xe3 && three <= 0xe9) return true;
  return at - 4 >= start && bytes[at - 4] === 0xf0;
}
