import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { ByteReader } from "./byte-reader.js";
import { findAudioFormat, type ForeignContainer } from "./find-audio-format.js";
import { findMpegStart, hasFreeMpegFrames } from "./mpeg/mpeg-frame-header.js";
import { findOggCodec, type OggCodec } from "./ogg/ogg-codec.js";
import { isSyncSafe, syncSafeInteger } from "./mpeg/sync-safe.js";

/** A container, recognised by its bytes. `start` is the position of its sound, behind any tags. */
export type Container = { readonly mediaType: string; readonly start: number } & (
  | { readonly format: "wav" | "aiff" | "flac" | "mpeg" }
  | { readonly format: "ogg"; readonly codec: OggCodec }
  | ({ readonly format: "foreign"; readonly isFramed: boolean } & ForeignContainer)
);

const SNIFFED_BYTES = 64 * 1024;
const MAX_TAG_COUNT = 8;

/**
 * Recognises a container by its bytes, never by a name.
 *
 * @throws {AudioUndecodableError} the file is empty, or of an unknown format
 */
export async function sniffContainer(reader: ByteReader): Promise<Container> {
  const start = await skipTags(reader);
  await reader.seek(start);
  const bytes = await reader.read(SNIFFED_BYTES);
  if (bytes.length === 0) {
    throw new AudioUndecodableError(start === 0 ? "it is empty" : "it contains only a tag");
  }

  const format = findAudioFormat(bytes);
  if (!format) throw unknownFormat(bytes);
  const { mediaType, decoder } = format;
  switch (decoder) {
    case "wav":
    case "aiff":
      // A tag in front of it is of another file.
      if (start > 0) throw unknownFormat(bytes);
      return { format: decoder, mediaType, start };
    case "flac":
      return { format: decoder, mediaType, start };
    case "mpeg":
      return { format: decoder, mediaType, start: start + (findMpegStart(bytes) ?? 0) };
    case "ogg": {
      const codec = findOggCodec(bytes);
      if (codec) return { format: decoder, mediaType, start, codec };
      const foreign = { name: "unusual Ogg", demuxer: "ogg", isFramed: false };
      return { format: "foreign", mediaType, start, ...foreign };
    }
    case "ffmpeg": {
      const { name, demuxer, isFramed = false, seeksExactly } = format;
      return { format: "foreign", mediaType, start, name, demuxer, isFramed, seeksExactly };
    }
  }
}

function unknownFormat(bytes: Uint8Array): AudioUndecodableError {
  return new AudioUndecodableError(
    hasFreeMpegFrames(bytes)
      ? "it is MP3 of free format, which is not decoded"
      : "its format is not a known audio format",
  );
}

/**
 * Returns the position behind the ID3v2 tags, which precede MP3, and sometimes FLAC and AAC.
 *
 * Source: M. Nilsson, "ID3 tag version 2.4.0 - Main Structure", 2000, section 3.1.
 */
async function skipTags(reader: ByteReader): Promise<number> {
  let start = 0;
  for (let tag = 0; tag < MAX_TAG_COUNT; tag += 1) {
    await reader.seek(start);
    const length = id3Length(await reader.read(10));
    if (length === 0) break;
    start += length;
    if (reader.size !== undefined && start > reader.size) {
      throw new AudioUndecodableError("the length of its ID3 tag exceeds the file");
    }
  }
  return start;
}

/** Returns the length of the ID3v2 tag that starts here, bytes; 0 where there is none. */
function id3Length(bytes: Uint8Array): number {
  if (bytes.length < 10 || String.fromCharCode(...bytes.subarray(0, 3)) !== "ID3") return 0;
  if (!isSyncSafe(bytes, 6)) return 0;
  const footer = (bytes[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + syncSafeInteger(bytes, 6) + footer;
}
