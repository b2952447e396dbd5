import type { ByteReader } from "../../decoder/byte-reader.js";
import type { AudioLayout, ByteRange } from "./audio-part.js";

/** Maximum number of boxes of a file that are read; a fragment of some seconds has two. */
const MAX_BOX_COUNT = 100_000;
/** Maximum length of the descriptions of the sound in a file, bytes; real ones have some hundred. */
const MAX_DESCRIPTION_BYTES = 65_536;

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
async function findInnerBoxes(
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

/**
 * Returns where the media of an MP4 file are, described by the codecs of its sound, or `undefined`
 * where it has no sound, or its boxes are damaged.
 */
export async function findMp4Layout(reader: ByteReader): Promise<AudioLayout | undefined> {
  const boxes = await findBoxes(reader, { start: 0, end: reader.size ?? 0 });
  const movie = boxes?.find(({ type }) => type === "moov");
  if (!boxes || !movie || movie.isCut) return undefined;
  const description = await soundDescription(reader, movie);
  if (!description || description.length === 0) return undefined;
  const media = boxes.filter(({ type }) => type === "mdat");
  if (media.some(({ isCut }) => isCut)) return undefined;
  const ranges = media.map(({ contentStart, end }) => ({ start: contentStart, end }));
  return { format: "mp4", description, ranges };
}

/** Returns the sample descriptions of all sound tracks, or `undefined` where they are too long. */
async function soundDescription(reader: ByteReader, movie: Mp4Box): Promise<Buffer | undefined> {
  const descriptions: Uint8Array[] = [];
  let byteLength = 0;
  for (const track of await findInnerBoxes(reader, movie, ["trak"])) {
    const [handler] = await findInnerBoxes(reader, track, ["mdia", "hdlr"]);
    if (!handler || (await textAt(reader, handler.contentStart + 8)) !== "soun") continue;
    const found = await findInnerBoxes(reader, track, ["mdia", "minf", "stbl", "stsd"]);
    for (const { contentStart, end } of found) {
      byteLength += end - contentStart;
      if (byteLength > MAX_DESCRIPTION_BYTES) return undefined;
      await reader.seek(contentStart);
      descriptions.push(await reader.read(end - contentStart));
    }
  }
  return Buffer.concat(descriptions);
}

async function textAt(reader: ByteReader, position: number): Promise<string> {
  await reader.seek(position);
  return Buffer.from(await reader.read(4)).toString("latin1");
}
