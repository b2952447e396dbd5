/** How the texts of a frame are encoded; those of "utf16" begin with a mark each. */
export type Id3Encoding = "latin1" | "utf16" | "utf16 marked as big-endian" | "utf16be" | "utf8";

/** A frame of an ID3v2 tag: its id, its content, and the second byte of its flags. */
export interface Id3FrameContent {
  readonly id: string;
  readonly body: Buffer;
  readonly flags?: number;
}

/** What an ID3v2 tag is made of. */
export interface Id3TagContent {
  /** The second number of the version; 3 by default. */
  readonly version?: 2 | 3 | 4;
  readonly frames: readonly Id3FrameContent[];
  /** Number of zeros behind the frames. */
  readonly padding?: number;
  /** What stands between the header and the frames. */
  readonly extendedHeader?: Buffer;
  /** Whether a zero stands behind each 0xFF that a decoder could take for the beginning of a frame. */
  readonly isUnsynchronised?: boolean;
  /** Whether a tag of version 2.4 has lengths as in version 2.3, which old versions of iTunes wrote. */
  readonly hasPlainLengths?: boolean;
  readonly hasFooter?: boolean;
}

/** The bytes of texts in an encoding, separated by zeros, behind the number of the encoding. */
export function id3Text(encoding: Id3Encoding, ...texts: readonly string[]): Buffer {
  const [number, encode] = ENCODINGS[encoding];
  const zero = Buffer.alloc(encoding === "latin1" || encoding === "utf8" ? 1 : 2);
  const parts = texts.flatMap((text, index) => [...(index > 0 ? [zero] : []), encode(text)]);
  return Buffer.concat([Buffer.from([number]), ...parts]);
}

const bigEndian = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

const ENCODINGS: Readonly<
  Record<Id3Encoding, readonly [number: number, (text: string) => Buffer]>
> = {
  latin1: [0, (text) => Buffer.from(text, "latin1")],
  utf16: [1, (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  "utf16 marked as big-endian": [1, (text) => bigEndian(`\ufeff${text}`)],
  utf16be: [2, bigEndian],
  utf8: [3, (text) => Buffer.from(text)],
};

/** A text frame. */
export const id3TextFrame = (
  id: string,
  text: string | readonly string[],
  encoding: Id3Encoding = "latin1",
): Id3FrameContent => ({ id, body: id3Text(encoding, ...[text].flat()) });

/** The content of a frame with a picture: its type is 3 for the front. */
export const id3Picture = (picture: Uint8Array, type = 3, mediaType = "image/jpeg"): Buffer =>
  Buffer.concat([Buffer.from(`\0${mediaType}\0`, "latin1"), Buffer.from([type, 0]), picture]);

/**
 * Returns the bytes of an ID3v2 tag.
 *
 * Source: M. Nilsson, "ID3 tag version 2.4.0 - Main Structure", 2000; "ID3 tag version 2.3.0", 1999.
 */
export function id3Bytes(tag: Id3TagContent): Buffer {
  const { version = 3, padding = 0, extendedHeader, isUnsynchronised, hasFooter } = tag;
  const frames = Buffer.concat(tag.frames.map((frame) => frameBytes(frame, tag)));
  const whole = Buffer.concat([extendedHeader ?? Buffer.alloc(0), frames, Buffer.alloc(padding)]);
  const content = isUnsynchronised && version < 4 ? unsynchronised(whole) : whole;
  const flags =
    (isUnsynchronised ? 0x80 : 0) | (extendedHeader ? 0x40 : 0) | (hasFooter ? 0x10 : 0);
  const ends = [Buffer.from([version, 0, flags]), syncSafe(content.length)];
  const footer = hasFooter ? [Buffer.from("3DI"), ...ends] : [];
  return Buffer.concat([Buffer.from("ID3"), ...ends, content, ...footer]);
}

function frameBytes(
  { id, body, flags = 0 }: Id3FrameContent,
  { version = 3, isUnsynchronised, hasPlainLengths }: Id3TagContent,
): Buffer {
  const name = Buffer.from(id, "latin1");
  if (version === 2) return Buffer.concat([name, plainNumber(body.length).subarray(1), body]);
  const isChanged = version === 4 && (isUnsynchronised === true || (flags & 2) !== 0);
  const content = isChanged ? unsynchronised(body) : body;
  const isSafe = version === 4 && !hasPlainLengths;
  const length = isSafe ? syncSafe(content.length) : plainNumber(content.length);
  return Buffer.concat([name, length, Buffer.from([0, isChanged ? flags | 2 : flags]), content]);
}

/** A number of four bytes with seven bits each. */
export const syncSafe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));

/** A number of four bytes, the most significant first. */
export function plainNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Puts a zero behind each 0xFF that a decoder could take for the beginning of a frame. */
const unsynchronised = (bytes: Buffer): Buffer =>
  Buffer.from(
    [...bytes].flatMap((byte, at) => {
      const next = bytes[at + 1] ?? 0xff;
      return byte === 0xff && (next >= 0xe0 || next === 0) ? [byte, 0] : [byte];
    }),
  );
