import { aiffFile } from "../../demo/encode/aiff-file.js";
import type { Pcm } from "../../demo/encode/wav-file.js";

/** ID3v2.4 frames by their name: texts such as `TIT2`, and `UFID`, an owner and its id. */
export type Frames = Readonly<Record<string, string>>;

/**
 * A tenth of a second of a quiet ramp as AIFF, with these frames and this picture in its tag.
 *
 * @param first the first sample, which makes it other audio
 */
export function taggedAiff(frames: Frames = {}, cover?: Uint8Array, first = 0): Uint8Array {
  const samples = Int16Array.from({ length: 800 }, (_, index) => first + index);
  const sound = { samples, channels: 1, sampleRate: 8000 } as const;
  const isTagged = cover !== undefined || Object.keys(frames).length > 0;
  return aiffFile(sound, isTagged ? id3(frames, cover) : new Uint8Array());
}

/** A sound as AIFF, with these frames in its tag. */
export const taggedSound = (frames: Frames, sound: Pcm): Uint8Array => aiffFile(sound, id3(frames));

/** Returns a tag; the media type of its picture is always PNG. */
function id3(frames: Frames, cover?: Uint8Array): Uint8Array {
  const texts = Object.entries(frames).map(([name, text]) =>
    frame(name, Buffer.from(name === "UFID" ? text : `\u0003${text}`, "utf8")),
  );
  const header = Buffer.from("\u0003image/png\u0000\u0003\u0000", "latin1");
  const pictures = cover ? [frame("APIC", Buffer.concat([header, cover]))] : [];
  const body = Buffer.concat([...texts, ...pictures]);
  return Buffer.concat([Buffer.from("ID3\u0004\u0000\u0000", "latin1"), size(body.length), body]);
}

function frame(name: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(name), size(content.length), Buffer.alloc(2), content]);
}

const size = (bytes: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (bytes >>> shift) & 0x7f));
