import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
import type { AudioLayout } from "./audio-part.js";
import { findTrailingTagsStart } from "../../decoder/trailing-tags.js";

/** Maximum number of metadata blocks; real files have about five. */
const MAX_BLOCK_COUNT = 1_000;
const BLOCK_HEADER_BYTES = 4;
const STREAM_INFO_BYTES = 34;
/** Where STREAMINFO has the sample rate, the number of channels and the width of samples. */
const SOUND_FORMAT_START = 10;
const SOUND_FORMAT_END = 14;

/** A metadata block of a FLAC file; its positions are those of its content, without its header. */
export interface FlacBlock extends ByteRange {
  /** In [0, 126]: 0 is STREAMINFO, 1 is padding, 4 is Vorbis comments. */
  readonly type: number;
}

/** The metadata blocks of a FLAC file, and where its audio begins. */
export interface FlacFile {
  readonly blocks: readonly FlacBlock[];
  readonly audioStart: number;
}

/**
 * Returns the metadata blocks of a FLAC file, or `undefined` where they exceed the file.
 *
 * Source: M. van Beurden and A. Weaver, "Free Lossless Audio Codec (FLAC)", RFC 9639, 2024, section 8.
 *
 * @param start position of "fLaC"
 */
export async function findFlacBlocks(
  reader: ByteReader,
  start: number,
): Promise<FlacFile | undefined> {
  const blocks: FlacBlock[] = [];
  let at = start + 4;
  while (blocks.length < MAX_BLOCK_COUNT) {
    await reader.seek(at);
    const [first, ...length] = await reader.read(BLOCK_HEADER_BYTES);
    if (first === undefined || length.length < 3) return undefined;
    const contentStart = at + BLOCK_HEADER_BYTES;
    at = contentStart + length.reduce((total, byte) => total * 256 + byte, 0);
    if (reader.size === undefined || at > reader.size) return undefined;
    blocks.push({ type: first & 0x7f, start: contentStart, end: at });
    if (first >= 0x80) return { blocks, audioStart: at };
  }
  return undefined;
}

/** Returns where the frames of a FLAC file are, or `undefined` where its metadata blocks are damaged. */
export async function findFlacLayout(
  reader: ByteReader,
  start: number,
): Promise<AudioLayout | undefined> {
  const file = await findFlacBlocks(reader, start);
  const info = file?.blocks[0];
  if (!file || info?.type !== 0 || info.end - info.start !== STREAM_INFO_BYTES) return undefined;
  const { audioStart } = file;
  await reader.seek(info.start);
  const description = flacSoundFormat(await reader.read(STREAM_INFO_BYTES));
  const end = await findTrailingTagsStart(reader, audioStart);
  const facts = await channelFacts(reader, file);
  return { format: "flac", description, ranges: [{ start: audioStart, end }], facts };
}

/** Returns the layout of the channels, which FLAC has among its comments where it is not the usual one. */
async function channelFacts(reader: ByteReader, { blocks }: FlacFile): Promise<string> {
  const comments = blocks.find(({ type }) => type === 4);
  if (!comments) return "";
  await reader.seek(comments.start);
  const text = Buffer.from(await reader.read(comments.end - comments.start)).toString("latin1");
  // The zero is the last byte of the length of the comment, which is below 2^24.
  const [, mask] = /\0WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x([0-9a-f]{1,8})/i.exec(text) ?? [];
  return mask === undefined ? "" : `channels ${Number.parseInt(mask, 16)}`;
}

/** Returns the part of STREAMINFO that frames refer to; the rest follows from the frames. */
export function flacSoundFormat(streamInfo: Uint8Array): Uint8Array {
  const format = streamInfo.slice(SOUND_FORMAT_START, SOUND_FORMAT_END);
  // The low half of the last byte belongs to the number of samples.
  format[3] = (format[3] ?? 0) & 0xf0;
  return format;
}
