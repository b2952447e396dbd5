import { isSyncSafe, syncSafeInteger } from "../../../decoder/mpeg/sync-safe.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

/** Maximum number of tags one after the other; programs that ignore an existing tag leave two. */
export const MAX_ID3_TAGS = 4;

/** The header of a tag, which has ten bytes. */
export const ID3_HEADER_BYTES = 10;

/** Maximum number of frames that are read; real tags have some dozens. */
const MAX_FRAME_COUNT = 10_000;

/** The id of a frame; iTunes fills up those of version 2.2, e.g. "TS2\0". */
const FRAME_ID = /^[A-Z0-9]{3}[A-Z0-9 \0]?$/;

/** A frame of an ID3v2 tag. */
export interface Id3Frame {
  /** Four characters, three in version 2.2. */
  readonly id: string;
  /** The two bytes of flags as they are stored; 0 in version 2.2. */
  readonly flags: number;
  /** The content as it is stored. */
  readonly body: Buffer;
}

/** An ID3v2 tag. */
export interface Id3Tag {
  /** The second number of the version: 2, 3 or 4. */
  readonly version: number;
  /** Whether the bodies of all frames are unsynchronised, which only version 2.4 keeps. */
  readonly isUnsynchronised: boolean;
  readonly frames: readonly Id3Frame[];
  /** Number of zeros behind the frames, which stays when frames change. */
  readonly paddingBytes: number;
}

/** Returns the length of the tag whose header these bytes are; 0 where they are none. */
export function id3TagLength(header: Buffer): number {
  if (header.length < ID3_HEADER_BYTES || header.toString("latin1", 0, 3) !== "ID3") return 0;
  const hasFooter = header.readUInt8(3) === 4 && (header.readUInt8(5) & 0x10) !== 0;
  return ID3_HEADER_BYTES + syncSafeInteger(header, 6) + (hasFooter ? ID3_HEADER_BYTES : 0);
}

/** A tag as far as it can be read. */
interface ReadId3Tag {
  readonly tag: Id3Tag;
  /** Whether it has neither unsynchronisation nor an extended header, and its lengths are as its version has them. */
  readonly isUsual: boolean;
  /** Why the rest cannot be read, e.g. "its ID3 tag is damaged"; absent where the tag was read whole. */
  readonly problem?: string;
}

/**
 * Parses an ID3v2 tag whole, so that nothing is lost when it is written again.
 *
 * @param bytes the whole tag
 * @throws {UnwritableTagsError} it is damaged, or of an unknown version
 */
export function parseId3Tag(bytes: Buffer): Id3Tag {
  const { tag, problem } = readId3Tag(bytes);
  if (problem !== undefined) throw new UnwritableTagsError(problem);
  return tag;
}

/**
 * Reads an ID3v2 tag up to where it is damaged.
 *
 * Sources: M. Nilsson, "ID3 tag version 2.4.0 - Main Structure", 2000; "ID3 tag version 2.3.0", 1999;
 * "ID3 tag version 2", 1998.
 *
 * @param bytes the whole tag
 */
export function readId3Tag(bytes: Buffer): ReadId3Tag {
  const version = bytes.readUInt8(3);
  const flags = bytes.readUInt8(5);
  if (version < 2 || version > 4 || (version === 2 && (flags & 0x40) !== 0)) {
    const tag = { version, isUnsynchronised: false, frames: [], paddingBytes: 0 };
    return { tag, isUsual: true, problem: "its ID3 tag is of an unknown version" };
  }
  const end = ID3_HEADER_BYTES + syncSafeInteger(bytes, 6);
  const stored = bytes.subarray(ID3_HEADER_BYTES, end);
  const isUnsynchronised = (flags & 0x80) !== 0;
  const content = isUnsynchronised && version < 4 ? synchronised(stored) : stored;
  const start = extendedHeaderLength(content, version, flags);
  const { frames, end: framesEnd, hasOldLengths, problem } = framesOf(content, start, version);
  return {
    tag: {
      version,
      isUnsynchronised: isUnsynchronised && version === 4,
      frames,
      paddingBytes: Math.max(0, content.length - framesEnd),
    },
    isUsual: (flags & 0xc0) === 0 && !hasOldLengths,
    ...(problem !== undefined && { problem }),
  };
}

/** Returns the length of the extended header, which is not kept: it may have a checksum of the frames. */
function extendedHeaderLength(content: Buffer, version: number, flags: number): number {
  if (version === 2 || (flags & 0x40) === 0 || content.length < 4) return 0;
  return version === 3 ? 4 + content.readUInt32BE(0) : syncSafeInteger(content, 0);
}

/** Where the frames of a tag end, and how their lengths are written. */
interface FramesEnd {
  readonly end: number;
  /** Whether a tag of version 2.4 has lengths as in version 2.3, which old versions of iTunes wrote. */
  readonly hasOldLengths: boolean;
}

/** Returns the frames, where they end, and why what follows them cannot be read. */
function framesOf(
  content: Buffer,
  start: number,
  version: number,
): Pick<Id3Tag, "frames"> & Pick<ReadId3Tag, "problem"> & FramesEnd {
  const frames: Id3Frame[] = [];
  let hasOldLengths = false;
  const headerBytes = version === 2 ? 6 : 10;
  let at = start;
  while (at + headerBytes <= content.length && content[at] !== 0) {
    const bodyStart = at + headerBytes;
    const id = content.toString("latin1", at, at + (version === 2 ? 3 : 4));
    const length = frameLength(content, at, version);
    const end = bodyStart + length;
    if (!FRAME_ID.test(id) || end > content.length) {
      return { frames, end: at, hasOldLengths, problem: "its ID3 tag is damaged" };
    }
    if (frames.length === MAX_FRAME_COUNT) {
      return { frames, end: at, hasOldLengths, problem: "its ID3 tag has too many frames" };
    }
    if (version === 4 && length !== syncSafeInteger(content, at + 4)) hasOldLengths = true;
    const flags = version === 2 ? 0 : content.readUInt16BE(at + 8);
    frames.push({ id, flags, body: content.subarray(bodyStart, end) });
    at = end;
  }
  const isPadding = content.subarray(at).every((byte) => byte === 0);
  const problem = "its ID3 tag has unknown content behind its frames";
  return { frames, end: at, hasOldLengths, ...(!isPadding && { problem }) };
}

function frameLength(content: Buffer, at: number, version: number): number {
  if (version === 2) return content.readUIntBE(at + 3, 3);
  const plain = content.readUInt32BE(at + 4);
  if (version === 3 || plain < 0x80) return plain;
  if (!isSyncSafe(content, at + 4)) return plain;
  const safe = syncSafeInteger(content, at + 4);
  return !isFrameStart(content, at + 10 + safe) && isFrameStart(content, at + 10 + plain)
    ? plain
    : safe;
}

/** Whether a frame, padding or the end of the tag is here. */
function isFrameStart(content: Buffer, at: number): boolean {
  if (at >= content.length) return at === content.length;
  return content[at] === 0 || FRAME_ID.test(content.toString("latin1", at, at + 4));
}

/** Returns the bytes of a tag; none where it has neither frames nor padding. */
export function id3TagBytes({ version, isUnsynchronised, frames, paddingBytes }: Id3Tag): Buffer {
  if (frames.length === 0 && paddingBytes === 0) return Buffer.alloc(0);
  const content = Buffer.concat([
    ...frames.map((frame) => frameBytes(frame, version)),
    Buffer.alloc(paddingBytes),
  ]);
  if (content.length >= 2 ** 28) throw new UnwritableTagsError("its ID3 tag is full");
  const header = Buffer.from([0x49, 0x44, 0x33, version, 0, isUnsynchronised ? 0x80 : 0]);
  return Buffer.concat([header, syncSafeBytes(content.length), content]);
}

/**
 * Parses the bytes of one frame, as `frameBytes` returns them.
 *
 * @throws {UnwritableTagsError} they are none
 */
export function parseId3Frame(bytes: Buffer, version: number): Id3Frame {
  const { frames, end } = framesOf(bytes, 0, version);
  const [frame] = frames;
  if (!frame || frames.length > 1 || end !== bytes.length) {
    throw new UnwritableTagsError("the journal has a damaged frame of its ID3 tag");
  }
  return frame;
}

/** Returns the bytes of a frame with its header. */
export function frameBytes({ id, flags, body }: Id3Frame, version: number): Buffer {
  if (version === 2) {
    const header = Buffer.alloc(6);
    header.write(id, "latin1");
    header.writeUIntBE(body.length, 3, 3);
    return Buffer.concat([header, body]);
  }
  const header = Buffer.alloc(10);
  header.write(id, "latin1");
  if (version === 4) syncSafeBytes(body.length).copy(header, 4);
  else header.writeUInt32BE(body.length, 4);
  header.writeUInt16BE(flags, 8);
  return Buffer.concat([header, body]);
}

/** Removes the zeros that unsynchronisation has put behind each 0xFF. */
export function synchronised(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    kept[length] = bytes[at] ?? 0;
    length += 1;
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1;
  }
  return kept.subarray(0, length);
}

const syncSafeBytes = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));
