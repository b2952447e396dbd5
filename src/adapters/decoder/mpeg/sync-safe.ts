/**
 * Reads an integer of 28 bits from the low seven bits of four bytes, as ID3 stores the length of tags.
 *
 * Source: M. Nilsson, "ID3 tag version 2.4.0 - Main Structure", 2000, section 6.2.
 */
export function syncSafeInteger(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  return ((first & 0x7f) << 21) | ((second & 0x7f) << 14) | ((third & 0x7f) << 7) | (fourth & 0x7f);
}

/** Returns whether the highest bit of each of these four bytes is 0, as the format demands. */
export function isSyncSafe(bytes: Uint8Array, at: number): boolean {
  return bytes.subarray(at, at + 4).every((byte) => byte < 0x80);
}
