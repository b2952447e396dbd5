import { createHash } from "node:crypto";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import { OggPageSplitter } from "../../decoder/ogg/ogg-page-splitter.js";
import { sniffContainer, type Container } from "../../decoder/sniff-container.js";
import type { AudioLayout, ByteRange } from "./audio-part.js";
import { findChunkLayout } from "./chunk-file.js";
import { findFlacLayout } from "./flac-file.js";
import { findMp4Layout } from "./mp4-boxes.js";
import { findOggStreamCodec, OggStreamHash } from "./ogg-stream-hash.js";
import { findTrailingTagsStart } from "./surrounding-tags.js";
import { MAX_MPEG_FRAME_BYTES, findMpegFrameHeader } from "../../decoder/mpeg/mpeg-frame-header.js";

/** Number of bytes that are read at once. */
const PIECE_BYTES = 256 * 1024;

/** Maximum number of streams of an Ogg file; a recording of a radio station has one for each song. */
const MAX_STREAM_COUNT = 10_000;

/** Begins what is hashed; another number where digests of one file would differ. */
const DIGEST_VERSION = "overtone audio digest 1\n";

/** A digest of encoded audio. */
export interface StreamDigest {
  /** SHA-256, 64 hex characters. */
  readonly digest: string;
  /** Number of bytes of encoded audio, > 0. */
  readonly bytes: number;
}

/** The formats that consist of frames from the first byte behind the tags on, by ffmpeg's demuxer. */
const FRAMED_FORMATS: readonly string[] = ["aac", "ape", "tta", "wv"];

/**
 * Returns the digest of the audio in a file without its tags, or `undefined` where it cannot be told
 * from them with certainty.
 *
 * @throws {AudioUnavailableError} it temporarily cannot be read
 */
export async function findStreamDigest(reader: ByteReader): Promise<StreamDigest | undefined> {
  const container = await sniffContainer(reader).catch((error: unknown) => {
    if (error instanceof AudioUndecodableError) return undefined;
    throw error;
  });
  if (!container) return undefined;
  if (container.format === "ogg") return findOggDigest(reader, container.start);
  const layout = await findLayout(reader, container);
  return layout && digestOfRanges(reader, layout);
}

async function findLayout(
  reader: ByteReader,
  container: Exclude<Container, { readonly format: "ogg" }>,
): Promise<AudioLayout | undefined> {
  switch (container.format) {
    case "wav":
    case "aiff":
      return findChunkLayout(reader, container.format);
    case "flac":
      return findFlacLayout(reader, container.start);
    case "mpeg":
      return findMpegLayout(reader, container.start);
    case "foreign":
      return findForeignLayout(reader, container);
  }
}

async function findForeignLayout(
  reader: ByteReader,
  { demuxer, start }: { readonly demuxer: string; readonly start: number },
): Promise<AudioLayout | undefined> {
  if (demuxer === "mov") return findMp4Layout(reader);
  if (!FRAMED_FORMATS.includes(demuxer)) return undefined;
  const end = await findTrailingTagsStart(reader, start);
  return { format: demuxer, description: new Uint8Array(), ranges: [{ start, end }] };
}

async function digestOfRanges(
  reader: ByteReader,
  { format, description, ranges }: AudioLayout,
): Promise<StreamDigest | undefined> {
  const hash = createHash("sha256").update(`${DIGEST_VERSION}${format}\n${description.length}\n`);
  hash.update(description);
  let bytes = 0;
  for (const range of ranges) {
    for await (const piece of piecesOf(reader, range)) {
      hash.update(piece);
      bytes += piece.length;
    }
  }
  return bytes === 0 ? undefined : { digest: hash.digest("hex"), bytes };
}

/** Reads a range of a file piece by piece, up to the end of the file. */
export async function* piecesOf(
  reader: ByteReader,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at < end;) {
    await reader.seek(at);
    const piece = await reader.read(Math.min(PIECE_BYTES, end - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

async function findOggDigest(reader: ByteReader, start: number): Promise<StreamDigest | undefined> {
  const splitter = new OggPageSplitter();
  /** In the order of their first pages. */
  const streams: OggStreamHash[] = [];
  /** By serial number, which a later stream may have again; without streams of other kinds. */
  const current = new Map<number, OggStreamHash>();
  for await (const piece of piecesOf(reader, { start, end: reader.size ?? start })) {
    for (const page of splitter.push(piece)) {
      const codec = findOggStreamCodec(page);
      if (page.isFirst) current.delete(page.serial);
      if (codec) {
        const stream = new OggStreamHash(codec);
        if (streams.push(stream) > MAX_STREAM_COUNT) return undefined;
        current.set(page.serial, stream);
      }
      current.get(page.serial)?.push(page);
    }
  }
  const bytes = streams.reduce((total, { audioBytes }) => total + audioBytes, 0);
  if (bytes === 0) return undefined;
  const hash = createHash("sha256").update(`${DIGEST_VERSION}ogg\n`);
  for (const stream of streams) hash.update(stream.digest());
  return { digest: hash.digest("hex"), bytes };
}

/**
 * Returns where the frames of an MPEG audio file are. A first frame that contains only facts about the
 * file (Xing, Info, VBRI) is left out, because programs write it anew.
 *
 * @param start position of the first frame
 */
async function findMpegLayout(reader: ByteReader, start: number): Promise<AudioLayout> {
  await reader.seek(start);
  const bytes = await reader.read(MAX_MPEG_FRAME_BYTES);
  const header = findMpegFrameHeader(bytes, 0);
  const frame = header ? bytes.subarray(0, header.frameBytes) : bytes;
  const audioStart = header && isFactsFrame(frame) ? start + header.frameBytes : start;
  const end = await findTrailingTagsStart(reader, audioStart);
  return {
    format: "mpeg",
    description: new Uint8Array(),
    ranges: [{ start: audioStart, end }],
  };
}

/** Whether a frame of layer III contains facts about the file in place of sound. */
function isFactsFrame(frame: Uint8Array): boolean {
  // The facts follow the header and the side information, whose length depends on version and channels.
  return [13, 21, 36].some((at) => {
    const name = String.fromCharCode(...frame.subarray(at, at + 4));
    return (
      ["Xing", "Info", "VBRI"].includes(name) && frame.subarray(4, at).every((byte) => byte === 0)
    );
  });
}
