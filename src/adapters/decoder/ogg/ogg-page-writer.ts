import { OGG_HEADER_BYTES, oggChecksum } from "./ogg-page-splitter.js";

/** A segment of this length goes on in the next one. */
const FULL_SEGMENT = 255;

const MAX_SEGMENT_COUNT = 255;

/** Position of a page on which no packet ends. */
const NO_POSITION = -1;

/** What a new page states beside its segments. */
interface PageFacts {
  readonly serial: number;
  /** Number of the page in its stream. */
  readonly number: number;
  /** Samples up to the end of the last packet that ends on the page, or -1 when none does. */
  readonly granulePosition: number;
  readonly continuesPacket: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Returns a page with these segments, at most 255. */
export function oggPage(facts: PageFacts, lacing: ArrayLike<number>, body: Uint8Array): Uint8Array {
  const page = new Uint8Array(OGG_HEADER_BYTES + lacing.length + body.length);
  page.set([0x4f, 0x67, 0x67, 0x53]);
  page[5] = (facts.continuesPacket ? 1 : 0) | (facts.isFirst ? 2 : 0) | (facts.isLast ? 4 : 0);
  const view = new DataView(page.buffer);
  view.setBigInt64(6, BigInt(facts.granulePosition), true);
  view.setUint32(14, facts.serial, true);
  page[26] = lacing.length;
  page.set(lacing, OGG_HEADER_BYTES);
  page.set(body, OGG_HEADER_BYTES + lacing.length);
  return sealedOggPage(page, facts.number);
}

/** Writes the number of a page and its checksum into it, and returns it. */
export function sealedOggPage<Page extends Uint8Array>(page: Page, number: number): Page {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  view.setUint32(18, number >>> 0, true);
  view.setUint32(22, oggChecksum(page), true);
  return page;
}

/**
 * Returns header packets as pages of their own, behind which the audio begins on a new page.
 *
 * Source: S. Pfeiffer, "The Ogg Encapsulation Format Version 0", RFC 3533, 2003, section 6.
 *
 * @param stream the stream of the pages, and the number of the first of them
 */
export function oggHeaderPages(
  packets: readonly Uint8Array[],
  stream: { readonly serial: number; readonly firstNumber: number },
): readonly Uint8Array[] {
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / FULL_SEGMENT)).fill(FULL_SEGMENT),
    length % FULL_SEGMENT,
  ]);
  const content = joinedBytes(packets);
  const pages: Uint8Array[] = [];
  let at = 0;
  for (let segment = 0; segment < lacing.length; segment += MAX_SEGMENT_COUNT) {
    const some = lacing.slice(segment, segment + MAX_SEGMENT_COUNT);
    const end = at + some.reduce((total, length) => total + length, 0);
    const facts = {
      serial: stream.serial,
      number: stream.firstNumber + pages.length,
      granulePosition: some.some((length) => length < FULL_SEGMENT) ? 0 : NO_POSITION,
      continuesPacket: segment > 0 && lacing[segment - 1] === FULL_SEGMENT,
      isFirst: stream.firstNumber + pages.length === 0,
      isLast: false,
    };
    pages.push(oggPage(facts, some, content.subarray(at, end)));
    at = end;
  }
  return pages;
}

/** Joins parts of bytes; a single part is not copied. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
