import { createHash, type Hash } from "node:crypto";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { AudioRange } from "../../../domain/audio-range.js";
import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
import { OggPageSplitter } from "../../decoder/ogg/ogg-page-splitter.js";
import { sniffContainer, type Container } from "../../decoder/sniff-container.js";
import type { AudioLayout } from "./audio-part.js";
import { layoutInRange } from "./layout-in-range.js";
import { findChunkLayout } from "./chunk-file.js";
import { findFlacLayout } from "./flac-file.js";
import { findMp4Layout } from "./mp4-layout.js";
import { findOggStreamCodec, OggStreamHash } from "./ogg-stream-hash.js";
import { findTrailingTagsStart } from "../../decoder/trailing-tags.js";
import {
  MAX_MPEG_FRAME_BYTES,
  findMpegFrameHeader,
  type MpegFrameHeader,
} from "../../decoder/mpeg/mpeg-frame-header.js";
import { statedMpegTrim } from "../../decoder/mpeg/stated-mpeg-length.js";

/** Number of bytes that are read at once. */
export const PIECE_BYTES = 256 * 1024;

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
  /** What else changes how the audio is heard; see `AudioLayout`. */
  readonly facts: string;
}

/** Hashes the encoded audio of a file, without its tags. */
export interface StreamHash {
  /** Where the encoded audio is: all of it is given to `update`, in this order, in pieces of any length. */
  readonly ranges: readonly ByteRange[];
  update(piece: Uint8Array): void;
  /** Returns the digest of what was given, or `undefined` where that was no audio. Called once. */
  finish(): StreamDigest | undefined;
}

/**
 * Finds the encoded audio in a file, or that of a range of it, and returns a hash for it; `undefined` where it
 * cannot be told from the tags with certainty.
 *
 * @throws {AudioUnavailableError} it temporarily cannot be read
 */
export async function openStreamHash(
  reader: ByteReader,
  range?: AudioRange,
): Promise<StreamHash | undefined> {
  const container = await sniffContainer(reader).catch((error: unknown) => {
    if (error instanceof AudioUndecodableError) return undefined;
    throw error;
  });
  if (!container) return undefined;
  if (container.format === "ogg") {
    return new OggFileHash({ start: container.start, end: reader.size ?? container.start });
  }
  const layout = await findLayout(reader, container);
  if (!layout) return undefined;
  const heard = range ? await layoutInRange(reader, container, layout, range) : layout;
  return new LayoutHash(heard);
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
  { demuxer, isFramed, start }: Extract<Container, { readonly format: "foreign" }>,
): Promise<AudioLayout | undefined> {
  if (demuxer === "mov") return findMp4Layout(reader);
  if (!isFramed) return undefined;
  const end = await findTrailingTagsStart(reader, start);
  return { format: demuxer, description: new Uint8Array(), ranges: [{ start, end }], facts: "" };
}

class LayoutHash implements StreamHash {
  readonly ranges: readonly ByteRange[];
  readonly #hash: Hash;
  readonly #facts: string;
  #bytes = 0;

  constructor({ format, description, ranges, facts }: AudioLayout) {
    this.ranges = ranges;
    this.#facts = facts;
    this.#hash = createHash("sha256")
      .update(`${DIGEST_VERSION}${format}\n${description.length}\n`)
      .update(description);
  }

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  finish(): StreamDigest | undefined {
    return this.#bytes === 0
      ? undefined
      : { digest: this.#hash.digest("hex"), bytes: this.#bytes, facts: this.#facts };
  }
}

/** Hashes the streams of an Ogg file, in the order of their first pages. */
class OggFileHash implements StreamHash {
  readonly ranges: readonly ByteRange[];
  readonly #splitter = new OggPageSplitter();
  readonly #streams: OggStreamHash[] = [];
  /** By serial number, which a later stream may have again; without streams of other kinds. */
  readonly #current = new Map<number, OggStreamHash>();

  constructor(range: ByteRange) {
    this.ranges = [range];
  }

  update(piece: Uint8Array): void {
    for (const page of this.#splitter.push(piece)) {
      const codec = findOggStreamCodec(page);
      if (page.isFirst) this.#current.delete(page.serial);
      if (codec && this.#streams.length <= MAX_STREAM_COUNT) {
        const stream = new OggStreamHash(codec);
        this.#streams.push(stream);
        this.#current.set(page.serial, stream);
      }
      this.#current.get(page.serial)?.push(page);
    }
  }

  finish(): StreamDigest | undefined {
    const bytes = this.#streams.reduce((total, { audioBytes }) => total + audioBytes, 0);
    if (bytes === 0 || this.#streams.length > MAX_STREAM_COUNT) return undefined;
    const hash = createHash("sha256").update(`${DIGEST_VERSION}ogg\n`);
    for (const stream of this.#streams) hash.update(stream.digest());
    // The packets that are hashed include the header with the delay, the gain and the channels.
    return { digest: hash.digest("hex"), bytes, facts: "" };
  }
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

/**
 * Returns where the frames of an MPEG audio file are. A first frame that contains only facts about the
 * file (Xing, Info, VBRI) is left out, because programs write it anew;
 * what our decoder takes from it are the facts.
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
    facts: header ? mpegFacts(header, frame) : "",
  };
}

/** Returns the samples that our decoder removes, by the first frame; see `statedMpegTrim`. */
function mpegFacts(header: MpegFrameHeader, frame: Uint8Array): string {
  const trim = statedMpegTrim(header, frame);
  return trim ? `frames ${trim.frameCount} delay ${trim.delay} padding ${trim.padding}` : "";
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
