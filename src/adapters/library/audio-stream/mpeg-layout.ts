import type { ByteReader } from "../../decoder/byte-reader.js";
import { findMpegFrameHeader, MAX_MPEG_FRAME_BYTES } from "../../decoder/mpeg/mpeg-frame-header.js";
import type { AudioLayout } from "./audio-part.js";
import { findTrailingTagsStart } from "./surrounding-tags.js";

/**
 * Returns where the frames of an MPEG audio file are. A first frame that contains only facts about the
 * file (Xing, Info, VBRI) is left out, because programs write it anew.
 *
 * @param start position of the first frame
 */
export async function findMpegLayout(reader: ByteReader, start: number): Promise<AudioLayout> {
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
