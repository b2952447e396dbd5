import { readFileSync } from "node:fs";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { recordingPath } from "../../decoder/recordings.js";
import { retaggedMp4 } from "../audio-stream/retagged.js";
import { taggedAiff } from "../tagged-audio.js";

/** Reads a recording of the tones. */
export const recording = (name: string): Buffer => readFileSync(recordingPath(name));

const ramp = Float32Array.from({ length: 801 }, (_, index) => index / 1_000);

/** A WAV of an odd number of bytes, without tags. */
export const untaggedWav = Buffer.from(
  wavBytes({ channels: [ramp], sampleRate: 8_000, encoding: "u8" }),
);

/** An ID3v2 tag of a version with text frames by their ids, and `padding` zeros. */
export function textTag(
  version: 2 | 3 | 4,
  texts: Readonly<Record<string, string>>,
  padding = 20,
): Buffer {
  const frames = Object.entries(texts).map(([id, text]) => {
    const body = Buffer.from(`\0${text}`, "latin1");
    if (version === 2) {
      return Buffer.concat([Buffer.from(id), Buffer.from([0, 0, body.length]), body]);
    }
    return Buffer.concat([Buffer.from(id), Buffer.from([0, 0, 0, body.length, 0, 0]), body]);
  });
  return wholeTag(version, Buffer.concat([...frames, Buffer.alloc(padding)]));
}

/** An ID3v2 tag with this content. */
export function wholeTag(version: number, content: Buffer, flags = 0): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (content.length >>> shift) & 0x7f);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, flags, ...size]), content]);
}

const mp3 = recording("tones-vbr.mp3");

/** A file of each format and kind of tag that is written. */
export const taggableFiles: readonly {
  readonly name: string;
  readonly file: Buffer;
  readonly extension: string;
}[] = [
  { name: "MP3 without tags", file: mp3, extension: "mp3" },
  {
    name: "MP3 with ID3v2.2",
    file: Buffer.concat([textTag(2, { TT2: "Title", TP1: "Ann" }), mp3]),
    extension: "mp3",
  },
  {
    name: "MP3 with ID3v2.3",
    file: Buffer.concat([textTag(3, { TIT2: "Title" }, 0), mp3]),
    extension: "mp3",
  },
  {
    name: "MP3 with ID3v2.4",
    file: Buffer.concat([textTag(4, { TIT2: "Title" }, 500), mp3]),
    extension: "mp3",
  },
  { name: "FLAC", file: recording("tones-16.flac"), extension: "flac" },
  { name: "Ogg Vorbis", file: recording("tones.ogg"), extension: "ogg" },
  { name: "Opus", file: recording("tones.opus"), extension: "opus" },
  { name: "AAC in MP4", file: recording("ffmpeg/tones-aac.m4a"), extension: "m4a" },
  {
    name: "ALAC in MP4 with media at the end",
    file: withMovedSamples(recording("ffmpeg/tones-alac.m4a")),
    extension: "m4a",
  },
  { name: "WAV", file: untaggedWav, extension: "wav" },
  { name: "RF64", file: rf64(), extension: "wav" },
  { name: "AIFF", file: Buffer.from(taggedAiff()), extension: "aiff" },
  {
    name: "AIFF with a tag",
    file: Buffer.from(taggedAiff({ TIT2: "Title" })),
    extension: "aiff",
  },
];

function rf64(): Buffer {
  return Buffer.from(wavBytes({ channels: [ramp.subarray(1)], sampleRate: 8_000, form: "RF64" }));
}

/** Returns an MP4 file with `moov` in front of the media, and correct positions of samples. */
function withMovedSamples(file: Buffer): Buffer {
  const moved = retaggedMp4(file, "");
  const added = moved.indexOf("mdat") - file.indexOf("mdat");
  const table = moved.indexOf("stco");
  for (let entry = 0; entry < moved.readUInt32BE(table + 8); entry += 1) {
    const at = table + 12 + 4 * entry;
    moved.writeUInt32BE(moved.readUInt32BE(at) + added, at);
  }
  return moved;
}
