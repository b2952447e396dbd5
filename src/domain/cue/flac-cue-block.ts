import { FRAMES_PER_SECOND } from "../audio-range.js";
import type { CueSheet, CueTrack } from "./cue-sheet.js";

const HEAD_BYTES = 396;
const TRACK_BYTES = 36;
const INDEX_BYTES = 12;
/** The numbers of the track that only says where the last one ends, on a CD and elsewhere. */
const LEAD_OUTS: readonly number[] = [170, 255];

/**
 * Reads the body of a CUESHEET block of FLAC, which has positions but no names; those are rounded to frames, which they
 * are multiples of on a CD.
 *
 * Source: M. van Beurden and A. Weaver, "Free Lossless Audio Codec", RFC 9639, 2024, section 8.7.
 *
 * @param sampleRate Hz
 * @returns `undefined` where the block is damaged, or has no track
 */
export function findFlacCueSheet(block: Uint8Array, sampleRate: number): CueSheet | undefined {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.length < HEAD_BYTES) return undefined;
  const tracks: CueTrack[] = [];
  let at = HEAD_BYTES;
  for (let left = view.getUint8(HEAD_BYTES - 1); left > 0; left -= 1) {
    if (at + TRACK_BYTES > block.length) return undefined;
    const offset = Number(view.getBigUint64(at));
    const number = view.getUint8(at + 8);
    const isrc = new TextDecoder("latin1").decode(block.subarray(at + 9, at + 21));
    const isAudio = (view.getUint8(at + 21) & 0x80) === 0;
    const indexCount = view.getUint8(at + TRACK_BYTES - 1);
    at += TRACK_BYTES;
    if (at + indexCount * INDEX_BYTES > block.length) return undefined;
    const indexes = Array.from({ length: indexCount }, (_, index) => at + index * INDEX_BYTES);
    at += indexCount * INDEX_BYTES;
    if (LEAD_OUTS.includes(number)) continue;
    const first = indexes.find((index) => view.getUint8(index + 8) === 1);
    if (first === undefined) return undefined;
    const sample = offset + Number(view.getBigUint64(first));
    const startFrame = Math.round((sample * FRAMES_PER_SECOND) / sampleRate);
    if (startFrame <= (tracks.at(-1)?.startFrame ?? -1)) return undefined;
    tracks.push({ number, isAudio, startFrame, names: { isrc } });
  }
  return tracks.length === 0 ? undefined : { names: {}, files: [{ name: "", tracks }] };
}
