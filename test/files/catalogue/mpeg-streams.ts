import { id3Bytes } from "../../signals/encoded/id3-bytes.js";
import { id3v1Tag, lyricsTag } from "../../adapters/library/audio-stream/retagged.js";
import { wavChunk } from "../../signals/encoded/wav-bytes.js";
import { mp3, named } from "./mp3-tagged.js";
import { numberedMpeg } from "./numbered-audio.js";
import { ARTIST, type OddFile } from "./odd-file.js";

const PRECEDENCE = "github.com/quodlibet/mutagen/issues/120";

/** An APE tag with artist and title. */
const apeNames = (title: string, version?: 1_000 | 2_000): Buffer =>
  apeTexts({ Artist: ARTIST, Title: title }, version);

/** An APE tag with these texts. Source: wiki.hydrogenaud.io, "APEv2 specification". */
export function apeTexts(
  texts: Readonly<Record<string, string>>,
  version: 1_000 | 2_000 = 2_000,
): Buffer {
  const entries = Object.entries(texts);
  const items = Buffer.concat(
    entries.map(([key, value]) => {
      const header = Buffer.alloc(8);
      header.writeUInt32LE(Buffer.byteLength(value));
      return Buffer.concat([header, Buffer.from(`${key}\0${value}`)]);
    }),
  );
  const end = (flags: number): Buffer => {
    const bytes = Buffer.alloc(32);
    bytes.write("APETAGEX");
    [version, items.length + 32, entries.length, flags].forEach((n, at) =>
      bytes.writeUInt32LE(n, 8 + 4 * at),
    );
    return bytes;
  };
  const isFirst = version === 1_000;
  const header = isFirst ? Buffer.alloc(0) : end(0xa000_0000);
  return Buffer.concat([header, items, end(isFirst ? 0 : 0x8000_0000)]);
}

/** An ID3v1 tag with artist, title and, of version 1.1, the number of a track. */
function id3v1Names(title: string, trackNumber?: number): Buffer {
  const tag = id3v1Tag(title);
  tag.write(ARTIST, 33, "latin1");
  if (trackNumber !== undefined) tag.set([0, trackNumber], 125);
  return tag;
}

const behind: readonly OddFile[] = [
  mp3("ID3v1 alone", "github.com/navidrome/navidrome/issues/492", {
    behind: (title) => id3v1Names(title),
  }),
  mp3("ID3v1.1 with a number", "github.com/leetreveil/musicmetadata/issues/16", {
    behind: (title) => id3v1Names(title, 7),
    expected: { tags: { trackNumber: 7 } },
  }),
  mp3("ID3v1 filled with spaces", "github.com/leetreveil/musicmetadata/issues/16", {
    behind: (title) => {
      const tag = id3v1Names(title);
      for (let at = 3; at < 93; at++) if (tag[at] === 0) tag[at] = 0x20;
      return tag;
    },
  }),
  mp3("ID3v2 and another ID3v1", "github.com/owncloud-archive/apps/issues/133", {
    before: named(),
    behind: () => id3v1Names("Cut off"),
  }),
  mp3("APEv2 alone", PRECEDENCE, { behind: (title) => apeNames(title) }),
  mp3("APEv1 alone", "github.com/mbunkus/mkvtoolnix/pull/1884", {
    behind: (title) => apeNames(title, 1_000),
  }),
  mp3("APEv2 in front of ID3v1", PRECEDENCE, {
    behind: (title) => Buffer.concat([apeNames(title), id3v1Names("Cut off")]),
    expected: { differs: { mutagen: "reads ID3v1 alone" } },
  }),
  mp3("ID3v1 in front of APEv2", PRECEDENCE, {
    behind: (title) => Buffer.concat([id3v1Names("Cut off"), apeNames(title)]),
  }),
  mp3("ID3v2 and APEv2 of gain", "github.com/Borewit/music-metadata/issues/975", {
    before: named(),
    behind: () => apeTexts({ REPLAYGAIN_TRACK_GAIN: "-6.54 dB" }),
    expected: { differs: { mutagen: "does not read the tag behind the audio" } },
  }),
  mp3("lyrics behind the audio", PRECEDENCE, {
    before: named(),
    behind: (title) => Buffer.concat([lyricsTag("la la"), id3v1Names(title)]),
  }),
  mp3("zeros behind the audio", "github.com/tinytag/tinytag/issues/357", {
    before: named(),
    behind: () => Buffer.alloc(3_000),
  }),
  mp3("text behind the audio", "github.com/tinytag/tinytag/issues/357", {
    before: named(),
    behind: () => Buffer.from("Downloaded from nowhere. ".repeat(40)),
  }),
];

const before: readonly OddFile[] = [
  mp3("zeros in front of the audio", "github.com/Serial-ATA/lofty-rs/issues/668", {
    before: (title) => Buffer.concat([named()(title), Buffer.alloc(1_500)]),
  }),
  mp3("text in front of the audio", "github.com/Serial-ATA/lofty-rs/issues/668", {
    before: (title) => Buffer.concat([named()(title), Buffer.from("junk ".repeat(200))]),
  }),
  mp3("no tags", PRECEDENCE, { expected: { tags: "none" } }),
  mp3("an empty ID3v2 tag", "github.com/Zeugma440/atldotnet/issues/231", {
    before: () => id3Bytes({ frames: [], padding: 20 }),
    expected: { tags: "none" },
  }),
];

/** MPEG audio of another recording. */
const stream = (
  name: string,
  recorded: string,
  source: string,
  change: (audio: Buffer) => Buffer = (audio) => audio,
  facts: Partial<OddFile> = {},
): OddFile => ({
  name: `MPEG, ${name}`,
  source,
  extension: "mp3",
  bytes: (title, number) => Buffer.concat([named()(title), change(numberedMpeg(number, recorded))]),
  ...facts,
});

const XING = "github.com/umjammer/jlayer/issues/15";

const streams: readonly OddFile[] = [
  stream("a constant rate with a frame of LAME", "tones-cbr.mp3", XING),
  stream("a variable rate with a frame of LAME", "tones-vbr.mp3", XING),
  stream("one channel", "tones-mono.mp3", XING),
  stream("layer II", "tones.mp2", "github.com/cdgriffith/puremagic/pull/122", undefined, {
    extension: "mp2",
  }),
  stream("layer II that is called MP3", "tones.mp2", "github.com/cdgriffith/puremagic/pull/122"),
  stream(
    "a last frame that is cut off",
    "tones-plain.mp3",
    "github.com/GuillaumeGomez/mp3-metadata/pull/17",
    (audio) => audio.subarray(0, audio.length - 100),
  ),
  stream(
    "a damaged frame in its middle",
    "tones-plain.mp3",
    "github.com/GuillaumeGomez/mp3-metadata/pull/17",
    (audio) => {
      audio.fill(0x55, 6_000, 6_100);
      return audio;
    },
    { expected: { differs: { ffmpeg: "conceals another number of frames" } } },
  ),
  {
    name: "MPEG, in the chunk of a WAV",
    source: "en.wikipedia.org/wiki/WAV, format tag 0x55",
    extension: "wav",
    bytes: (_, number) => wavOfMpeg(numberedMpeg(number)),
    expected: { tags: "none" },
  },
  {
    name: "MPEG, of free format",
    source: "lame.sourceforge.io, --freeformat",
    extension: "mp3",
    bytes: (title) => Buffer.concat([named()(title), freeFormat()]),
    expected: { unreadable: /MP3 of free format, which is not decoded/ },
  },
];

/** MPEG audio as the samples of a WAV. */
function wavOfMpeg(audio: Buffer): Buffer {
  const format = Buffer.alloc(30);
  format.writeUInt16LE(0x55, 0);
  format.writeUInt16LE(2, 2);
  format.writeUInt32LE(44_100, 4);
  format.writeUInt32LE(8_000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(12, 16);
  const body = Buffer.concat([
    Buffer.from("WAVE"),
    wavChunk("fmt ", format),
    wavChunk("data", audio),
  ]);
  return Buffer.from(wavChunk("RIFF", body));
}

/** Frames whose header does not state the rate of bits. */
function freeFormat(): Buffer {
  const frame = Buffer.alloc(653);
  frame.set([0xff, 0xfb, 0x00, 0xc4]);
  const padded = Buffer.concat([frame, Buffer.alloc(1)]);
  padded[2] = 0x02;
  return Buffer.concat([frame, frame, padded, frame]);
}

export const mpegStreams: readonly OddFile[] = [...before, ...behind, ...streams];
