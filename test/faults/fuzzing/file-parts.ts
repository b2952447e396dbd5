/** A part of a file that contains its length: a chunk, block, page, frame or box. */
export interface FilePart {
  /** Its start and end, bytes. */
  readonly from: number;
  readonly to: number;
  /** The position of its length, and the number of bytes of the length. */
  readonly lengthAt: number;
  readonly lengthBytes: number;
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.min(length, bytes.length - from),
  ).toString("latin1");

/** Returns the parts of a file, as far as its format is known and its lengths are valid. */
export function partsOf(bytes: Uint8Array): readonly FilePart[] {
  if (bytes.length < 16) return [];
  const magic = text(bytes, 0, 4);
  if (["RIFF", "RF64", "BW64"].includes(magic)) return chunksOf(bytes, true);
  if (magic === "FORM") return chunksOf(bytes, false);
  if (magic === "fLaC") return flacBlocksOf(bytes);
  if (magic === "OggS") return oggPagesOf(bytes);
  if (magic.startsWith("ID3")) return id3FramesOf(bytes);
  if (text(bytes, 4, 4) === "ftyp") return boxesOf(bytes, 0, bytes.length);
  return [];
}

/**
 * Source: Microsoft and IBM, "Multimedia Programming Interface", 1991; Apple, "AIFF 1.3", 1989.
 */
function chunksOf(bytes: Uint8Array, isLittleEndian: boolean): FilePart[] {
  const view = viewOf(bytes);
  return walked(bytes, 12, (at) => {
    const length = view.getUint32(at + 4, isLittleEndian);
    return { lengthAt: at + 4, lengthBytes: 4, to: at + 8 + length + (length % 2) };
  });
}

/** Only the metadata blocks. Source: RFC 9639, section 8.1. */
function flacBlocksOf(bytes: Uint8Array): FilePart[] {
  let isLast = false;
  return walked(bytes, 4, (at) => {
    if (isLast) return undefined;
    isLast = (bytes[at]! & 0x80) !== 0;
    return { lengthAt: at + 1, lengthBytes: 3, to: at + 4 + bigEndian(bytes, at + 1, 3) };
  });
}

/** The length of a page is its segment table. Source: RFC 3533, section 6. */
function oggPagesOf(bytes: Uint8Array): FilePart[] {
  return walked(bytes, 0, (at) => {
    if (text(bytes, at, 4) !== "OggS" || at + 27 > bytes.length) return undefined;
    const count = bytes[at + 26]!;
    const table = bytes.subarray(at + 27, at + 27 + count);
    const body = table.reduce((sum, length) => sum + length, 0);
    return { lengthAt: at + 26, lengthBytes: 1, to: at + 27 + count + body };
  });
}

/** Source: M. Nilsson, "ID3 tag version 2.4.0", 2000, sections 3.1 and 4. */
function id3FramesOf(bytes: Uint8Array): FilePart[] {
  const end = 10 + sevenBits(bytes, 6);
  const tag = { from: 0, to: Math.min(end, bytes.length), lengthAt: 6, lengthBytes: 4 };
  const frames = walked(bytes.subarray(0, end), 10, (at) => {
    if (bytes[at] === 0) return undefined;
    const length = bytes[3] === 4 ? sevenBits(bytes, at + 4) : bigEndian(bytes, at + 4, 4);
    return { lengthAt: at + 4, lengthBytes: 4, to: at + 10 + length };
  });
  return [tag, ...frames];
}

const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "udta"]);

/** Source: ISO/IEC 14496-12, section 4.2. */
function boxesOf(bytes: Uint8Array, from: number, to: number): FilePart[] {
  const boxes = walked(bytes.subarray(0, to), from, (at) => {
    const length = bigEndian(bytes, at, 4);
    return length < 8 ? undefined : { lengthAt: at, lengthBytes: 4, to: at + length };
  });
  return boxes.flatMap((box) => [
    box,
    ...(CONTAINERS.has(text(bytes, box.from + 4, 4)) ? boxesOf(bytes, box.from + 8, box.to) : []),
  ]);
}

/** Returns consecutive parts, up to the first that exceeds the file. */
function walked(
  bytes: Uint8Array,
  start: number,
  read: (at: number) => Omit<FilePart, "from"> | undefined,
): FilePart[] {
  const parts: FilePart[] = [];
  for (let at = start; at + 8 <= bytes.length;) {
    const part = read(at);
    if (part === undefined || part.to <= at || part.to > bytes.length) break;
    parts.push({ from: at, ...part });
    at = part.to;
  }
  return parts;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bigEndian(bytes: Uint8Array, at: number, count: number): number {
  return bytes.subarray(at, at + count).reduce((value, byte) => value * 256 + byte, 0);
}

function sevenBits(bytes: Uint8Array, at: number): number {
  return bytes.subarray(at, at + 4).reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
}
