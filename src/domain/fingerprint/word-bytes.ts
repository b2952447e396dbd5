/** Bytes of a word. */
const WORD_BYTES = 4;

/** Returns words as bytes, the lowest byte of each first, on any machine. */
export function bytesFromWords(words: Uint32Array): Buffer {
  const bytes = Buffer.alloc(WORD_BYTES * words.length);
  words.forEach((word, index) => bytes.writeUInt32LE(word, WORD_BYTES * index));
  return bytes;
}

/** Returns the words that `bytesFromWords` wrote. */
export function wordsFromBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  const view = new DataView(buffer, byteOffset, byteLength);
  return Uint32Array.from({ length: byteLength / WORD_BYTES }, (_, index) =>
    view.getUint32(WORD_BYTES * index, true),
  );
}
