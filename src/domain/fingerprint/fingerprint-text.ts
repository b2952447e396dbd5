import { SECONDS_OF_WORD, SECONDS_PER_WORD, WORD_BITS } from "./word-bits.js";

/** The text of a fingerprint without words. */
export const EMPTY_FINGERPRINT = "AQAAAA";
/** Number of the algorithm in Chromaprint's enumeration, of which the fingerprints of recordings are. */
const ALGORITHM = 1;
/** Bytes before the words: the algorithm, and the number of words in three bytes. */
const HEADER_BYTES = 4;
const MAX_WORDS = 0xff_ffff;
/** Bits of a distance between set bits, and of what exceeds the largest of them. */
const DISTANCE_BITS = 3;
const EXCESS_BITS = 5;
const MAX_DISTANCE = 2 ** DISTANCE_BITS - 1;
/** Seconds of audio, from its beginning on, whose fingerprint AcoustID compares, as `fpcalc` returns it by default. */
export const COMPARED_SECONDS = 120;

/**
 * Writes a fingerprint in the compressed text of Chromaprint, which AcoustID reads: some 3 bytes a word.
 *
 * Source: Chromaprint 1.5, `chromaprint_encode_fingerprint`: of each word the bits that differ from the word before, as
 * distances from one to the next, of three bits each, and a zero after the last; what exceeds 7, of five bits each,
 * follows after all words. As base64 with the letters for addresses, without padding.
 *
 * @param words at most 16,777,215, of algorithm 1
 */
export function packFingerprint(words: Uint32Array): string {
  const distances: number[] = [];
  const excesses: number[] = [];
  let previous = 0;
  for (const word of words.subarray(0, MAX_WORDS)) {
    let last = 0;
    for (let rest = (word ^ previous) >>> 0; rest !== 0;) {
      // The lowest set bit, counted from 1.
      const bit = WORD_BITS - Math.clz32(rest & -rest);
      distances.push(Math.min(MAX_DISTANCE, bit - last));
      if (bit - last >= MAX_DISTANCE) excesses.push(bit - last - MAX_DISTANCE);
      last = bit;
      rest = (rest & (rest - 1)) >>> 0;
    }
    distances.push(0);
    previous = word;
  }
  const count = Math.min(words.length, MAX_WORDS);
  const header = [ALGORITHM, (count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff];
  return textFrom([
    ...header,
    ...packed(distances, DISTANCE_BITS),
    ...packed(excesses, EXCESS_BITS),
  ]);
}

/**
 * Returns the words of a text that `packFingerprint` or `fpcalc` wrote.
 *
 * @throws {RangeError} it is no fingerprint, or one of another algorithm
 */
export function unpackFingerprint(text: string): Uint32Array {
  const bytes = bytesFrom(text);
  if (bytes.length < HEADER_BYTES) throw new RangeError("The fingerprint has no header.");
  const view = new DataView(bytes.buffer);
  if (view.getUint8(0) !== ALGORITHM) {
    throw new RangeError(`The fingerprint is of another algorithm than ${ALGORITHM}.`);
  }
  const count = view.getUint32(0) & MAX_WORDS;
  const { distances, end } = distancesOf(bytes, count);
  const excesses = new BitReader(bytes, end, EXCESS_BITS);
  const words = new Uint32Array(count);
  let [index, word, bit] = [0, 0, 0];
  for (const distance of distances) {
    if (distance === 0) {
      words[index++] = word;
      bit = 0;
      continue;
    }
    bit += distance === MAX_DISTANCE ? distance + excesses.next() : distance;
    if (bit > WORD_BITS) throw new RangeError("The fingerprint has words of more than 32 bits.");
    word ^= 1 << (bit - 1);
  }
  return words;
}

/** Returns whether a text is one that `unpackFingerprint` reads. */
export function isFingerprint(text: string): boolean {
  try {
    unpackFingerprint(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the fingerprint of the first 120 s, which AcoustID looks up. */
export function acoustIdFingerprint(words: Uint32Array): Uint32Array {
  const count = Math.floor((COMPARED_SECONDS - SECONDS_OF_WORD) / SECONDS_PER_WORD) + 1;
  return words.subarray(0, count);
}

/** Reads the distances of so many words, and where the bytes after them begin. */
function distancesOf(bytes: Uint8Array, count: number): { distances: number[]; end: number } {
  const reader = new BitReader(bytes, HEADER_BYTES, DISTANCE_BITS);
  const distances: number[] = [];
  for (let found = 0; found < count;) {
    const distance = reader.next();
    distances.push(distance);
    if (distance === 0) found++;
  }
  return { distances, end: reader.end };
}

/** Reads numbers of equal size, the lowest bits of each byte first. */
class BitReader {
  #position = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly width: number,
  ) {}

  /** Index of the first byte that holds nothing of what was read. */
  get end(): number {
    return this.start + Math.ceil(this.#position / 8);
  }

  /** @throws {RangeError} there are no more */
  next(): number {
    const at = this.start + (this.#position >> 3);
    const low = this.bytes[at];
    const shift = this.#position & 7;
    this.#position += this.width;
    if (low === undefined || this.end > this.bytes.length) {
      throw new RangeError("The fingerprint is truncated.");
    }
    const pair = low | ((this.bytes[at + 1] ?? 0) << 8);
    return (pair >> shift) & (2 ** this.width - 1);
  }
}

/** Returns the bytes of numbers of so many bits each, the lowest bits of each byte first. */
function packed(values: readonly number[], width: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((values.length * width) / 8));
  values.forEach((value, index) => {
    const position = index * width;
    const at = position >> 3;
    const shifted = value << (position & 7);
    bytes[at] = (bytes[at] ?? 0) | shifted;
    if (at + 1 < bytes.length) bytes[at + 1] = (bytes[at + 1] ?? 0) | (shifted >> 8);
  });
  return bytes;
}

/** Built in both Node.js and browsers, where the engine also runs. */
function textFrom(bytes: readonly number[]): string {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws {RangeError} it has other letters */
function bytesFrom(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new RangeError("The fingerprint is not base64url.");
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch (error) {
    throw new RangeError("The fingerprint is not base64url.", { cause: error });
  }
}
