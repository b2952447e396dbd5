import { oggChecksum } from "../../../decoder/ogg/ogg-page-splitter.js";

const HEADER_BYTES = 27;
const FULL_SEGMENT = 255;
const MAX_SEGMENT_COUNT = 255;
/** Position of a page on which no packet ends: all bits set. */
const NO_POSITION = -1n;

/**
 * Returns header packets as pages, which are numbered from 1 on, behind the page of the first packet.
 *
 * Source: S. Pfeiffer, "The Ogg Encapsulation Format Version 0", RFC 3533, 2003, section 6.
 */
export function oggPagesOf(packets: readonly Buffer[], serial: number): readonly Buffer[] {
  const lacing = packets.flatMap((packet) => [
    ...Array<number>(Math.floor(packet.length / FULL_SEGMENT)).fill(FULL_SEGMENT),
    packet.length % FULL_SEGMENT,
  ]);
  const content = Buffer.concat(packets);
  const pages: Buffer[] = [];
  let at = 0;
  for (let segment = 0; segment < lacing.length; segment += MAX_SEGMENT_COUNT) {
    const some = lacing.slice(segment, segment + MAX_SEGMENT_COUNT);
    const end = at + some.reduce((total, length) => total + length, 0);
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("OggS");
    header[5] = segment > 0 && lacing[segment - 1] === FULL_SEGMENT ? 1 : 0;
    const endsPacket = some.some((length) => length < FULL_SEGMENT);
    header.writeBigInt64LE(endsPacket ? 0n : NO_POSITION, 6);
    header.writeUInt32LE(serial, 14);
    header[26] = some.length;
    const page = Buffer.concat([header, Buffer.from(some), content.subarray(at, end)]);
    pages.push(sealedPage(page, pages.length + 1));
    at = end;
  }
  return pages;
}

/** Returns a page with a number that is higher by `added`. */
export function renumberedPage(page: Uint8Array, added: number): Buffer {
  const copy = Buffer.from(page);
  return sealedPage(copy, (copy.readUInt32LE(18) + added) >>> 0);
}

/** Writes the number of a page and its checksum into it. */
function sealedPage(page: Buffer, number: number): Buffer {
  page.writeUInt32LE(number, 18);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}
