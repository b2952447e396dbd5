/** The header of a page. */
export interface OggPageHeader {
  readonly serial: number;
  /** Number of the page in its stream, from 0 on in most files. */
  readonly number: number;
  readonly continuesPacket: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Samples up to the end of the last packet that ends here, or -1 when none does. */
  readonly granulePosition: number;
}

/** A complete page of an Ogg file, with a verified checksum. */
export interface OggPage extends OggPageHeader {
  /** All bytes of the page, header included. */
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
  /** Lengths of the segments in `body`; one below 255 ends a packet. */
  readonly lacing: Uint8Array;
}

/** Length of a page in front of its lacing, bytes. */
export const OGG_HEADER_BYTES = 27;

/** What each page begins with. */
const CAPTURE_PATTERN = "OggS";

/**
 * Finds the complete pages in an Ogg file that arrives in parts, and drops damaged ones.
 *
 * Source: S. Pfeiffer, "The Ogg Encapsulation Format Version 0", RFC 3533, 2003.
 */
export class OggPageSplitter {
  /** Number of bytes in the pages found. */
  pageBytes = 0;
  /** Number of bytes that belong to no complete page. */
  strayBytes = 0;

  #pending: Uint8Array = new Uint8Array();
  #damaged: OggPageHeader | undefined;

  /** Header of the page that is not complete yet, or else of the last damaged page, if any. */
  get brokenHeader(): OggPageHeader | undefined {
    return this.#pending.length < OGG_HEADER_BYTES ? this.#damaged : parsedHeader(this.#pending);
  }

  /** Whether the bytes so far end within a page. */
  get isCut(): boolean {
    return this.#pending.length >= CAPTURE_PATTERN.length;
  }

  push(bytes: Uint8Array): OggPage[] {
    const buffer = new Uint8Array(this.#pending.length + bytes.length);
    buffer.set(this.#pending);
    buffer.set(bytes, this.#pending.length);
    const pages: OggPage[] = [];

    let at = 0;
    while (at < buffer.length) {
      const start = pageStart(buffer, at);
      this.strayBytes += start - at;
      at = start;
      const length = pageLength(buffer, at);
      if (length === undefined || at + length > buffer.length) break;

      const page = buffer.subarray(at, at + length);
      if (isIntact(page)) {
        pages.push(parsedPage(page));
        this.pageBytes += length;
        at += length;
      } else {
        this.#damaged = parsedHeader(page);
        this.strayBytes += 1;
        at += 1;
      }
    }
    this.#pending = buffer.slice(at);
    return pages;
  }
}

/**
 * Returns the headers of the first pages, without a look at their checksums, which takes longer than all else; none
 * behind bytes that belong to no page.
 */
export function firstPageHeaders(bytes: Uint8Array, count: number): readonly OggPageHeader[] {
  const headers: OggPageHeader[] = [];
  for (let at = 0; headers.length < count && pageStart(bytes, at) === at;) {
    const length = pageLength(bytes, at);
    if (length === undefined) break;
    headers.push(parsedHeader(bytes.subarray(at)));
    at += length;
  }
  return headers;
}

/** Returns the position of the next "OggS", or the first position where one could still begin. */
function pageStart(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at !== -1; at = bytes.indexOf(0x4f, at + 1)) {
    const rest = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (CAPTURE_PATTERN.startsWith(rest)) return at;
  }
  return bytes.length;
}

function pageLength(bytes: Uint8Array, at: number): number | undefined {
  const segmentCount = bytes[at + 26];
  if (segmentCount === undefined) return undefined;
  const lacing = bytes.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + segmentCount);
  if (lacing.length < segmentCount) return undefined;
  return OGG_HEADER_BYTES + segmentCount + lacing.reduce((sum, length) => sum + length, 0);
}

function parsedPage(bytes: Uint8Array): OggPage {
  const bodyStart = OGG_HEADER_BYTES + (bytes[26] ?? 0);
  return {
    ...parsedHeader(bytes),
    bytes,
    body: bytes.subarray(bodyStart),
    lacing: bytes.subarray(OGG_HEADER_BYTES, bodyStart),
  };
}

function parsedHeader(bytes: Uint8Array): OggPageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(5);
  return {
    serial: view.getUint32(14, true),
    number: view.getUint32(18, true),
    continuesPacket: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    granulePosition: Number(view.getBigInt64(6, true)),
  };
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    checksum = checksum & 0x8000_0000 ? (checksum << 1) ^ 0x04c1_1db7 : checksum << 1;
  }
  return checksum;
});

/** Whether the checksum is right. */
function isIntact(page: Uint8Array): boolean {
  const stored = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(22, true);
  return oggChecksum(page) === stored;
}

/** Returns the checksum of a page, which is computed with its own four bytes, at 22, as zeros. */
export function oggChecksum(page: Uint8Array): number {
  let checksum = 0;
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= 22 && at < 26 ? 0 : (page[at] ?? 0);
    checksum = (checksum << 8) ^ (checksums[((checksum >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return checksum >>> 0;
}
