import type { ByteReader } from "../byte-reader.js";
import { findMpegFrameHeader, findMpegStart, type MpegFrameHeader } from "./mpeg-frame-header.js";

/** Places of a file without a frame count at which its bit rate is read, and the bytes read at each. */
const PLACES = 8;
const PLACE_BYTES = 16 * 1024;

/**
 * Returns the length of MPEG audio as its first frame states it. Without a frame count, it is the size by the
 * highest of the bit rates at some places, so that it is rather too short where the rate varies.
 *
 * @param start the first frame, bytes
 * @returns seconds, or `undefined` where nothing tells
 */
export async function statedMpegSeconds(
  reader: ByteReader,
  start: number,
): Promise<number | undefined> {
  const { size } = reader;
  if (size === undefined) return undefined;
  await reader.seek(start);
  const bytes = await reader.read(PLACE_BYTES);
  const header = findMpegFrameHeader(bytes, 0);
  if (!header) return undefined;
  const frames = statedMpegFrames(header, bytes.subarray(0, header.frameBytes));
  if (frames !== undefined) return (frames * header.sampleCount) / header.sampleRate;

  let bytesPerSecond = rateOf(header);
  for (let place = 1; place < PLACES; place += 1) {
    await reader.seek(start + Math.floor(((size - start) * place) / PLACES));
    const part = await reader.read(PLACE_BYTES);
    const at = findMpegStart(part);
    const found = at === undefined ? undefined : findMpegFrameHeader(part, at);
    if (found) bytesPerSecond = Math.max(bytesPerSecond, rateOf(found));
  }
  return (size - start) / bytesPerSecond;
}

/** Returns the bytes a second of frames like this one. */
function rateOf({ frameBytes, sampleCount, sampleRate }: MpegFrameHeader): number {
  return (frameBytes * sampleRate) / sampleCount;
}

/**
 * Returns the number of frames that follow, where the first frame contains it instead of sound.
 *
 * Source: the "Xing"/"Info" header of Xing and LAME and the "VBRI" header of Fraunhofer, as
 * described in G. Bouvigne, "MP3 Info Tag revision 1" and K. Windszus, "MPEG Audio Frame Header".
 */
export function statedMpegFrames(
  { version, channelCount }: MpegFrameHeader,
  bytes: Uint8Array,
): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const xing = xingStart({ version, channelCount }, bytes);
  if (xing !== undefined) {
    const hasFrameCount = (view.getUint32(xing + 4) & 1) === 1;
    return hasFrameCount ? view.getUint32(xing + 8) : undefined;
  }
  if (textAt(bytes, 36) === "VBRI" && bytes.length >= 54) return view.getUint32(50);
  return undefined;
}

/** What a decoder removes from the beginning and the end of the sound. */
export interface MpegTrim {
  /** Number of frames from which the end is counted, > 0. */
  readonly frameCount: number;
  /** Samples per channel, integers in [0, 4095]; 0 where only a decoder's own delay is removed. */
  readonly delay: number;
  readonly padding: number;
}

/**
 * Returns what the first frame says about the encoder's delay and padding, as mpg123 applies it: only where
 * it counts the frames, and with the values only behind the name of an encoder.
 *
 * Source: G. Bouvigne, "MP3 Info Tag revision 1".
 */
export function statedMpegTrim(header: MpegFrameHeader, bytes: Uint8Array): MpegTrim | undefined {
  const frameCount = statedMpegFrames(header, bytes) ?? 0;
  const xing = xingStart(header, bytes);
  if (xing === undefined || frameCount === 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint32(xing + 4);
  const fieldBytes = [4, 4, 100, 4].map((length, bit) => ((flags >> bit) & 1) * length);
  const name = fieldBytes.reduce((at, length) => at + length, xing + 8);
  const hasValues = (bytes[name] ?? 0) !== 0 && bytes.length >= name + 24;
  const values = hasValues ? view.getUint32(name + 20) & 0xff_ffff : 0;
  return { frameCount, delay: values >> 12, padding: values & 0xfff };
}

/** Returns the position of "Xing" or "Info" in the first frame, or `undefined` where there is none. */
function xingStart(
  { version, channelCount }: Pick<MpegFrameHeader, "version" | "channelCount">,
  bytes: Uint8Array,
): number | undefined {
  const sideBytes = version === 1 ? [17, 32] : [9, 17];
  const at = 4 + (sideBytes[channelCount - 1] ?? 0);
  const isThere = ["Xing", "Info"].includes(textAt(bytes, at)) && bytes.length >= at + 12;
  return isThere ? at : undefined;
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
