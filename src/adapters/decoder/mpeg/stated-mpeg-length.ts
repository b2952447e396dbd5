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
  const textAt = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

  const sideBytes = version === 1 ? [17, 32] : [9, 17];
  const xing = 4 + (sideBytes[channelCount - 1] ?? 0);
  if (["Xing", "Info"].includes(textAt(xing)) && bytes.length >= xing + 12) {
    const hasFrameCount = (view.getUint32(xing + 4) & 1) === 1;
    return hasFrameCount ? view.getUint32(xing + 8) : undefined;
  }
  if (textAt(36) === "VBRI" && bytes.length >= 54) return view.getUint32(50);
  return undefined;
}
