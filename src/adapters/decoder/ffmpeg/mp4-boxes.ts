import type { ByteRange, ByteReader } from "../byte-reader.js";

/** Maximum number of boxes of a file that are read; a fragment of some seconds has two. */
const MAX_BOX_COUNT = 100_000;

/** Maximum length of a box that is read whole, bytes; a table of ten hours has seven million. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

/** A box of an MP4 file. `start` is the position of its header. */
export interface Mp4Box extends ByteRange {
  /** Four characters, Latin-1. */
  readonly type: string;
  /** Position of the content, behind the header. */
  readonly contentStart: number;
  /** Whether the file ends before the box does. */
  readonly isCut: boolean;
}

/**
 * Returns the boxes in a range of an MP4 file, or `undefined` where they do not follow each other to
 * its end.
 *
 * Source: ISO/IEC 14496-12, 4.2.
 */
export async function findBoxes(
  reader: ByteReader,
  range: ByteRange,
): Promise<readonly Mp4Box[] | undefined> {
  const boxes: Mp4Box[] = [];
  for (let at = range.start; at + 8 <= range.end;) {
    if (boxes.length === MAX_BOX_COUNT) return undefined;
    await reader.seek(at);
    const header = Buffer.from(await reader.read(16));
    if (header.length < 8) return undefined;
    const short = header.readUInt32BE(0);
    if (short === 1 && header.length < 16) return undefined;
    const contentStart = at + (short === 1 ? 16 : 8);
    const end = boxEnd(at, short, header, range.end);
    // A list may end with four zero bytes, which are no box.
    if (end === undefined || end < contentStart) return undefined;
    const isCut = end > range.end;
    const type = header.toString("latin1", 4, 8);
    boxes.push({ type, start: at, contentStart, end: Math.min(end, range.end), isCut });
    at = end;
  }
  return boxes;
}

function boxEnd(start: number, short: number, header: Buffer, end: number): number | undefined {
  if (short === 0) return end;
  if (short !== 1) return start + short;
  const long = header.readBigUInt64BE(8);
  return long > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : start + Number(long);
}

/** Returns the boxes at a path of types inside a box, such as `["mdia", "minf"]`; none where there is no such path. */
export async function findInnerBoxes(
  reader: ByteReader,
  outer: Mp4Box,
  path: readonly string[],
): Promise<readonly Mp4Box[]> {
  const [type, ...rest] = path;
  const all = await findBoxes(reader, { start: outer.contentStart, end: outer.end });
  const found = (all ?? []).filter((box) => box.type === type);
  if (rest.length === 0) return found;
  const inner: Mp4Box[] = [];
  for (const box of found) inner.push(...(await findInnerBoxes(reader, box, rest)));
  return inner;
}

/** Returns the contents of all boxes at a path of types inside a box, without those that are too long. */
export async function readInnerBoxes(
  reader: ByteReader,
  outer: Mp4Box,
  path: readonly string[],
): Promise<readonly Buffer[]> {
  const contents: Buffer[] = [];
  for (const { contentStart, end } of await findInnerBoxes(reader, outer, path)) {
    if (end - contentStart > MAX_CONTENT_BYTES) continue;
    await reader.seek(contentStart);
    contents.push(Buffer.from(await reader.read(end - contentStart)));
  }
  return contents;
}
