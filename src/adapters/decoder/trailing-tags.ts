import type { ByteReader } from "./byte-reader.js";
import { isSyncSafe, syncSafeInteger } from "./mpeg/sync-safe.js";

/** Maximum number of tags at the end of a file; real files have up to three. */
const MAX_TAG_COUNT = 8;
/** Lengths of an ID3v1 tag and of its rare extension in front of it, bytes. */
const ID3V1_BYTES = 128;
const ID3V1_EXTENSION_BYTES = 227;
/** Length of the footer of an APE tag, and of its header, bytes. */
const APE_FOOTER_BYTES = 32;
/** Length of the footer of an ID3v2.4 tag at the end, and of its header, bytes. */
const ID3V2_FOOTER_BYTES = 10;
/** Length of the six digits and the mark at the end of a Lyrics3v2 tag, bytes. */
const LYRICS_FOOTER_BYTES = 15;

/**
 * Returns the position of the first tag behind the audio of a file, or its end where there is none:
 * ID3v1, APE, Lyrics3v2 and ID3v2.4 with a footer, in any order. A tag that claims to begin before
 * `audioStart` is none.
 *
 * Sources: M. Nilsson, "ID3 tag version 2.4.0 - Main Structure", 2000, section 3.4;
 * F. Klemm and others, "APEv2 specification"; P. Strnad, "Lyrics3 v2.00", 1998.
 */
export async function findTrailingTagsStart(
  reader: ByteReader,
  audioStart: number,
): Promise<number> {
  let end = reader.size ?? audioStart;
  for (let tag = 0; tag < MAX_TAG_COUNT; tag += 1) {
    const from = Math.max(audioStart, end - ID3V1_BYTES - ID3V1_EXTENSION_BYTES);
    await reader.seek(from);
    const start = end - lengthOfLastTag(await reader.read(end - from));
    if (start === end || start < audioStart) break;
    end = start;
  }
  return end;
}

/** Returns the length of the tag at the end of these bytes, which may begin before them; 0 without one. */
function lengthOfLastTag(bytes: Uint8Array): number {
  return id3v1Length(bytes) || apeLength(bytes) || lyricsLength(bytes) || id3v2Length(bytes);
}

function id3v1Length(bytes: Uint8Array): number {
  if (textFromEnd(bytes, ID3V1_BYTES, 3) !== "TAG") return 0;
  const withExtension = ID3V1_BYTES + ID3V1_EXTENSION_BYTES;
  return textFromEnd(bytes, withExtension, 4) === "TAG+" ? withExtension : ID3V1_BYTES;
}

function apeLength(bytes: Uint8Array): number {
  if (textFromEnd(bytes, APE_FOOTER_BYTES, 8) !== "APETAGEX") return 0;
  const footer = bytes.subarray(-APE_FOOTER_BYTES);
  const view = new DataView(footer.buffer, footer.byteOffset, footer.byteLength);
  const hasHeader = view.getUint32(20, true) >= 0x8000_0000;
  return Math.max(APE_FOOTER_BYTES, view.getUint32(12, true)) + (hasHeader ? APE_FOOTER_BYTES : 0);
}

function lyricsLength(bytes: Uint8Array): number {
  const [, digits] = /^(\d{6})LYRICS200$/.exec(textFromEnd(bytes, LYRICS_FOOTER_BYTES, 15)) ?? [];
  return digits === undefined ? 0 : Number(digits) + LYRICS_FOOTER_BYTES;
}

function id3v2Length(bytes: Uint8Array): number {
  if (textFromEnd(bytes, ID3V2_FOOTER_BYTES, 3) !== "3DI") return 0;
  const size = bytes.subarray(-4);
  return isSyncSafe(size, 0) ? syncSafeInteger(size, 0) + 2 * ID3V2_FOOTER_BYTES : 0;
}

/** Returns the Latin-1 text that begins this many bytes before the end; "" where the bytes begin later. */
function textFromEnd(bytes: Uint8Array, distance: number, length: number): string {
  const from = bytes.length - distance;
  return from < 0 ? "" : String.fromCharCode(...bytes.subarray(from, from + length));
}
