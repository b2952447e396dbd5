import { findMpegFrameHeader } from "../../../src/adapters/decoder/mpeg/mpeg-frame-header.js";
import { OggPageSplitter } from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import { oggPage } from "../../../src/adapters/decoder/ogg/ogg-page-writer.js";
import { id3TagLength } from "../../../src/adapters/library/tag-writing/id3/id3v2-tag.js";
import { recording } from "../../adapters/library/tag-writing/taggable-files.js";

/** Frames of MPEG audio that have a bit of the number each. */
const NUMBER_BITS = 10;

/** The bit that says that music is under copyright, in the fourth byte of a frame of MPEG audio. */
const COPYRIGHT_BIT = 0x08;

/** A sound that no other number has: a tone of its own frequency, as so many channels, full scale +-1. */
export function numberedTone(
  number: number,
  { sampleRate = 8_000, seconds = 0.75, channelCount = 1 } = {},
): Float32Array[] {
  const step = (2 * Math.PI * (200 + 4 * number)) / sampleRate;
  return Array.from({ length: channelCount }, (_, channel) =>
    Float32Array.from(
      { length: Math.round(seconds * sampleRate) },
      (_, at) => 0.4 * Math.sin(step * (channel + 1) * at),
    ),
  );
}

/** MPEG audio without tags, whose frames have the bits of the number as a mark that nobody hears. */
export function numberedMpeg(number: number, name = "tones-plain.mp3"): Buffer {
  const recorded = recording(name);
  const bytes = Buffer.from(recorded.subarray(id3TagLength(recorded)));
  let at = 0;
  // The first frame may have facts about the others, and no sound.
  for (let frame = 0; frame <= NUMBER_BITS; frame++) {
    const header = findMpegFrameHeader(bytes, at);
    if (header === undefined) throw new Error(`${name} has no frame at ${at}.`);
    if (((number << 1) >> frame) & 1) bytes[at + 3]! ^= COPYRIGHT_BIT;
    at += header.frameBytes;
  }
  return bytes;
}

/** Ogg that ends so many samples earlier. */
export function numberedOgg(number: number, name: string): Buffer {
  const pages = new OggPageSplitter().push(recording(name));
  return Buffer.concat(
    pages.map((page, index) => {
      if (index < pages.length - 1) return page.bytes;
      const granulePosition = page.granulePosition - number;
      return oggPage({ ...page, granulePosition }, page.lacing, page.body);
    }),
  );
}
