import { createHash, type Hash } from "node:crypto";
import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
import {
  findBoxes,
  findInnerBoxes,
  readInnerBoxes,
  type Mp4Box,
} from "../../decoder/ffmpeg/mp4-boxes.js";
import { mp4TimeScale } from "../../decoder/ffmpeg/mp4-sound.js";

/** Maximum length of the item with the encoder delay, bytes; real ones have about 150. */
const MAX_ITEM_BYTES = 4_096;

/** Where the movie, a sound track in it, and the media of an MP4 file are. */
interface Mp4Sound {
  readonly boxes: readonly Mp4Box[];
  readonly movie: Mp4Box;
  readonly track: Mp4Box;
  /** Contents of `mdat`, in the order of the file. */
  readonly media: readonly ByteRange[];
}

/**
 * Returns which parts of the media of an MP4 file are played, when, and from where to where: its edit list,
 * time scales, durations and sample tables, those of its fragments, and the encoder delay of iTunes, which
 * ffmpeg removes. Positions count from the beginning of the media and samples are not grouped in chunks, so
 * that the text does not depend on where the media are in the file.
 *
 * Source: ISO/IEC 14496-12, 8.6 to 8.8; Apple, "QuickTime File Format", for the item `iTunSMPB`.
 */
export async function readMp4Facts(reader: ByteReader, sound: Mp4Sound): Promise<string> {
  const { movie, track } = sound;
  const [edits] = await readInnerBoxes(reader, track, ["edts", "elst"]);
  const [movieHeader] = await readInnerBoxes(reader, movie, ["mvhd"]);
  const [mediaHeader] = await readInnerBoxes(reader, track, ["mdia", "mdhd"]);
  return [
    `edits ${hashed([edits ?? Buffer.alloc(0)])}`,
    `scales ${mp4TimeScale(movieHeader)} ${mp4TimeScale(mediaHeader)}`,
    `samples ${await samplesOf(reader, sound)}`,
    `fragments ${await fragmentsOf(reader, sound)}`,
    `delay ${await statedDelay(reader, movie)}`,
  ].join("\n");
}

/** Returns a hash of the durations and lengths of the samples, and of where they are in the media. */
async function samplesOf(reader: ByteReader, { track, media }: Mp4Sound): Promise<string> {
  const table = (type: string): Promise<readonly Buffer[]> =>
    readInnerBoxes(reader, track, ["mdia", "minf", "stbl", type]);
  const [sizes = Buffer.alloc(0)] = await table("stsz");
  const [compactSizes = Buffer.alloc(0)] = await table("stz2");
  const [groups = Buffer.alloc(0)] = await table("stsc");
  const [short] = await table("stco");
  const [long] = await table("co64");
  const offsets = short ? chunkOffsets(short, 4) : chunkOffsets(long ?? Buffer.alloc(0), 8);
  const runs = mergedRuns(
    chunkLengths(groups, sizes, offsets.length).map((length, chunk) => ({
      start: positionIn(media, offsets[chunk] ?? 0),
      length,
    })),
  );
  return hashed([...(await table("stts")), sizes, compactSizes, Buffer.from(JSON.stringify(runs))]);
}

function chunkOffsets(table: Buffer, width: 4 | 8): readonly number[] {
  const count = Math.max(0, Math.floor((table.length - 8) / width));
  return Array.from({ length: count }, (_, chunk) =>
    width === 4 ? table.readUInt32BE(8 + 4 * chunk) : Number(table.readBigUInt64BE(8 + 8 * chunk)),
  );
}

/** Returns the length of each chunk, bytes, from the samples in it. */
function chunkLengths(groups: Buffer, sizes: Buffer, chunkCount: number): readonly number[] {
  const commonSize = sizes.length >= 8 ? sizes.readUInt32BE(4) : 0;
  const sampleCount = Math.max(0, Math.floor((sizes.length - 12) / 4));
  const groupCount = Math.max(0, Math.floor((groups.length - 8) / 12));
  let group = 0;
  let sample = 0;
  return Array.from({ length: chunkCount }, (_, chunk) => {
    const next = 8 + 12 * (group + 1);
    // Chunks count from 1.
    if (group + 1 < groupCount && groups.readUInt32BE(next) <= chunk + 1) group += 1;
    const inChunk = groupCount > 0 ? groups.readUInt32BE(8 + 12 * group + 4) : 0;
    if (commonSize > 0) return inChunk * commonSize;
    let length = 0;
    for (const end = Math.min(sampleCount, sample + inChunk); sample < end; sample += 1) {
      length += sizes.readUInt32BE(12 + 4 * sample);
    }
    return length;
  });
}

/** Returns the position of a byte of the file in its media, or -1 outside of them. */
function positionIn(media: readonly ByteRange[], at: number): number {
  let before = 0;
  for (const { start, end } of media) {
    if (at >= start && at < end) return before + at - start;
    before += end - start;
  }
  return -1;
}

interface Run {
  readonly start: number;
  readonly length: number;
}

/** Joins runs that follow each other without a gap. */
function mergedRuns(runs: readonly Run[]): readonly Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && last.start + last.length === run.start) {
      merged[merged.length - 1] = { start: last.start, length: last.length + run.length };
    } else {
      merged.push(run);
    }
  }
  return merged;
}

/** Returns a hash of the samples of all fragments. */
async function fragmentsOf(reader: ByteReader, { boxes, movie }: Mp4Sound): Promise<string> {
  const hash = createHash("sha256");
  for (const part of await readInnerBoxes(reader, movie, ["mvex", "trex"])) addTo(hash, part);
  for (const fragment of boxes.filter(({ type }) => type === "moof")) {
    for (const header of await readInnerBoxes(reader, fragment, ["traf", "tfhd"])) {
      addTo(hash, withoutBasePosition(header));
    }
    for (const type of ["tfdt", "trun"]) {
      for (const part of await readInnerBoxes(reader, fragment, ["traf", type])) addTo(hash, part);
    }
  }
  return hash.digest("hex");
}

/** Returns `tfhd` without the position in the file that it may contain behind flags and track. */
function withoutBasePosition(header: Buffer): Buffer {
  const hasPosition = ((header[3] ?? 0) & 1) === 1;
  return hasPosition ? Buffer.concat([header.subarray(0, 8), header.subarray(16)]) : header;
}

/** Returns the number of samples before the sound by the item `iTunSMPB`, hexadecimal; "none" without one. */
async function statedDelay(reader: ByteReader, movie: Mp4Box): Promise<string> {
  for (const meta of await findInnerBoxes(reader, movie, ["udta", "meta"])) {
    // Its boxes are behind a version and flags.
    const lists = await findBoxes(reader, { start: meta.contentStart + 4, end: meta.end });
    for (const list of (lists ?? []).filter(({ type }) => type === "ilst")) {
      for (const { contentStart, end } of await findInnerBoxes(reader, list, ["----"])) {
        await reader.seek(contentStart);
        const bytes = await reader.read(Math.min(end - contentStart, MAX_ITEM_BYTES));
        const text = Buffer.from(bytes).toString("latin1");
        const [, delay] = /iTunSMPB.*? [0-9A-F]{8} ([0-9A-F]{8}) /is.exec(text) ?? [];
        if (delay !== undefined) return delay.toLowerCase();
      }
    }
  }
  return "none";
}

function hashed(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) addTo(hash, part);
  return hash.digest("hex");
}

function addTo(hash: Hash, part: Uint8Array): void {
  hash.update(`${part.length}\n`).update(part);
}
