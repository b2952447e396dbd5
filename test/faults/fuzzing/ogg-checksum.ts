import type { FilePart } from "./file-parts.js";

const CHECKSUM_AT = 22;
const POLYNOMIAL = 0x04c11db7;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 0x8000_0000 ? (value << 1) ^ POLYNOMIAL : value << 1;
  }
  return value >>> 0;
});

/** Returns a copy whose pages have the right checksums. Source: RFC 3533, section 6. */
export function withOggChecksums(bytes: Uint8Array, pages: readonly FilePart[]): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const view = new DataView(changed.buffer);
  for (const { from, to } of pages) {
    view.setUint32(from + CHECKSUM_AT, 0, true);
    let checksum = 0;
    for (let at = from; at < to; at += 1) {
      checksum = ((checksum << 8) ^ table[((checksum >>> 24) ^ changed[at]!) & 0xff]!) >>> 0;
    }
    view.setUint32(from + CHECKSUM_AT, checksum, true);
  }
  return changed;
}
