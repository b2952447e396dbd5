import type { ByteReader } from "../byte-reader.js";
import { findBoxes, findInnerBoxes, readInnerBoxes, type Mp4Box } from "./mp4-boxes.js";

/** Returns the tracks with sound in `moov`. */
export async function findSoundTracks(
  reader: ByteReader,
  movie: Mp4Box,
): Promise<readonly Mp4Box[]> {
  const tracks: Mp4Box[] = [];
  for (const track of await findInnerBoxes(reader, movie, ["trak"])) {
    const [handler] = await readInnerBoxes(reader, track, ["mdia", "hdlr"]);
    if (handler?.toString("latin1", 8, 12) === "soun") tracks.push(track);
  }
  return tracks;
}

/**
 * Reads how long the first sound track of an MP4 file plays; pictures, chapters and other tracks may be
 * longer.
 *
 * @returns seconds, >= 0, or `undefined` where the file states none: it has no index, or its samples are
 * in fragments
 *
 * Source: ISO/IEC 14496-12, 8.4.2 (`mdhd`) and 8.6.6 (`elst`).
 */
export async function readMp4SoundSeconds(reader: ByteReader): Promise<number | undefined> {
  const boxes = await findBoxes(reader, { start: 0, end: reader.size ?? 0 });
  const movie = boxes?.find(({ type }) => type === "moov");
  if (!movie || (await findInnerBoxes(reader, movie, ["mvex"])).length > 0) return undefined;
  const [track] = await findSoundTracks(reader, movie);
  if (!track) return undefined;
  const [movieHeader] = await readInnerBoxes(reader, movie, ["mvhd"]);
  const [mediaHeader] = await readInnerBoxes(reader, track, ["mdia", "mdhd"]);
  const [edits] = await readInnerBoxes(reader, track, ["edts", "elst"]);
  const mediaSeconds = mediaDuration(mediaHeader) / mp4TimeScale(mediaHeader);
  const playedSeconds = edits ? editedDuration(edits) / mp4TimeScale(movieHeader) : Infinity;
  const seconds = Math.min(mediaSeconds, playedSeconds);
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

/** Returns the units a second of `mvhd` or `mdhd`, which follow two times of 32 bits, or 64 in version 1. */
export function mp4TimeScale(header: Buffer | undefined): number {
  const at = header?.[0] === 1 ? 20 : 12;
  return header && header.length >= at + 4 ? header.readUInt32BE(at) : 0;
}

/** Returns the duration in `mdhd`, in units of its time scale; `Infinity` where it is unknown. */
function mediaDuration(header: Buffer | undefined): number {
  const [at, bytes] = header?.[0] === 1 ? [24, 8] : [16, 4];
  if (!header || header.length < at + bytes) return Infinity;
  if (header.subarray(at, at + bytes).every((byte) => byte === 0xff)) return Infinity;
  return bytes === 8 ? Number(header.readBigUInt64BE(at)) : header.readUInt32BE(at);
}

/**
 * Returns what is played of a track according to its edit list, in units of the movie's time scale;
 * `Infinity` where it does not say.
 */
function editedDuration(edits: Buffer): number {
  const width = edits[0] === 1 ? 8 : 4;
  const entryBytes = 2 * width + 4;
  let total = 0;
  for (let at = 8; at + entryBytes <= edits.length; at += entryBytes) {
    const isEmpty = edits.subarray(at + width, at + 2 * width).every((byte) => byte === 0xff);
    if (isEmpty) continue;
    total += width === 8 ? Number(edits.readBigUInt64BE(at)) : edits.readUInt32BE(at);
  }
  return total > 0 ? total : Infinity;
}
