import { ffmpegBytes } from "./ffmpeg-bytes.js";
import { named } from "./mp3-tagged.js";
import { numberedMpeg, numberedOgg, numberedTone } from "./numbered-audio.js";
import { ARTIST, type Expected, type OddFile } from "./odd-file.js";
import { mp4File, mp4Meta, mp4Names } from "./mp4-file.js";
import { flacBytes } from "../../signals/encoded/flac-bytes.js";
import { dsfBytes } from "../../signals/encoded/dsf-bytes.js";
import { wavBytes, wavChunk } from "../../signals/encoded/wav-bytes.js";
import { aiffBytes } from "../../signals/encoded/aiff-bytes.js";
import { commentBytes, namesOf } from "./vorbis-comment-bytes.js";

const NOT_WRITTEN = /are not written/;

/** A format that ffmpeg encodes: its extension, the options, and what is right to say. */
const encoded = (
  extension: string,
  options: readonly string[],
  expected: Expected = { untagged: NOT_WRITTEN },
): OddFile => ({
  name: `${extension}, ${options.join(" ")}`,
  source: "ffmpeg.org, formats and codecs",
  extension,
  bytes: (title, number) =>
    ffmpegBytes(number, [
      "-metadata",
      `artist=${ARTIST}`,
      "-metadata",
      `title=${title}`,
      ...options,
    ]),
  expected,
});

const formats: readonly OddFile[] = [
  encoded("wma", ["-c:a", "wmav2", "-f", "asf"]),
  encoded("wma", ["-c:a", "wmav1", "-f", "asf"]),
  encoded("mka", ["-c:a", "flac", "-f", "matroska"]),
  encoded("mka", ["-c:a", "libopus", "-f", "matroska"]),
  encoded("webm", ["-c:a", "libvorbis", "-f", "webm"]),
  encoded("caf", ["-c:a", "pcm_s16be", "-f", "caf"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("au", ["-c:a", "pcm_s16be", "-f", "au"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("wv", ["-c:a", "wavpack", "-f", "wv"]),
  encoded("tta", ["-c:a", "tta", "-f", "tta"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("ac3", ["-c:a", "ac3", "-f", "ac3"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("eac3", ["-c:a", "eac3", "-f", "eac3"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("dts", ["-c:a", "dca", "-strict", "-2", "-f", "dts"], {
    tags: "none",
    untagged: NOT_WRITTEN,
  }),
  encoded("aac", ["-c:a", "aac", "-f", "adts"], { tags: "none", untagged: NOT_WRITTEN }),
  encoded("wav", ["-c:a", "adpcm_ima_wav", "-f", "wav"], {}),
  encoded("wav", ["-c:a", "pcm_mulaw", "-f", "wav"], {}),
  encoded("wav", ["-c:a", "pcm_alaw", "-f", "wav"], {}),
  encoded("aiff", ["-c:a", "pcm_mulaw", "-f", "aiff"], {
    tags: { artist: "Unknown Artist" },
  }),
  encoded("mp4", ["-c:a", "flac", "-strict", "-2", "-f", "mp4"], {}),
  encoded("m4a", ["-c:a", "aac", "-f", "ipod", "-movflags", "+faststart"], {}),
  encoded("m4a", ["-c:a", "aac", "-f", "mp4", "-movflags", "+frag_keyframe+empty_moov"], {
    untagged: /in fragments/,
  }),
  encoded("mp3", ["-c:a", "libmp3lame", "-f", "mp3", "-ar", "8000"], {}),
  encoded("mp3", ["-c:a", "libmp3lame", "-f", "mp3", "-ar", "24000"], {}),
  encoded("mp3", ["-c:a", "libmp3lame", "-f", "mp3", "-write_xing", "0"], {}),
];

/** DSD, with the tag of an MP3 behind it. */
const dsf: OddFile = {
  name: "dsf, of one channel",
  source: "Sony, DSF File Format Specification",
  extension: "dsf",
  bytes: (title, number) => {
    const sampleRate = 2_822_400;
    const sound = dsfBytes(numberedTone(number, { sampleRate, seconds: 0.5 }), sampleRate);
    const tag = named()(title);
    const file = Buffer.concat([sound, tag]);
    file.writeBigUInt64LE(BigInt(file.length), 12);
    file.writeBigUInt64LE(BigInt(sound.length), 20);
    return file;
  },
  expected: { untagged: NOT_WRITTEN },
};

/** Formats that are called another. */
const kinds: Readonly<Record<string, (title: string, number: number) => Buffer>> = {
  MP3: (title, number) => Buffer.concat([named()(title), numberedMpeg(number)]),
  FLAC: (title, number) =>
    flacBytes({
      channels: numberedTone(number),
      sampleRate: 8_000,
      blocks: [[4, commentBytes(namesOf(title))]],
    }),
  Vorbis: (_, number) => numberedOgg(number, "tones.ogg"),
  MP4: (title, number) => mp4File(number, { user: [mp4Meta(mp4Names(title))] }),
  WAV: (title, number) => {
    const file = wavBytes({ channels: numberedTone(number), sampleRate: 8_000 });
    const whole = Buffer.concat([file, wavChunk("id3 ", named()(title))]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  },
  AIFF: (_, number) =>
    Buffer.from(aiffBytes({ channels: numberedTone(number), sampleRate: 8_000 })),
};

const misnamed: readonly OddFile[] = (
  [
    ["MP3", "wav"],
    ["MP3", "flac"],
    ["MP3", "m4a"],
    ["FLAC", "mp3"],
    ["FLAC", "wav"],
    ["Vorbis", "mp3"],
    ["MP4", "mp3"],
    ["MP4", "aac"],
    ["WAV", "mp3"],
    ["AIFF", "wav"],
  ] as const
).map(([kind, extension]) => ({
  name: `${kind} that is called .${extension}`,
  source: "github.com/mmalecot/file-format/issues/65",
  extension,
  bytes: kinds[kind]!,
  expected: { tags: kind === "Vorbis" || kind === "AIFF" ? "none" : {} },
}));

const SIGNATURES = "en.wikipedia.org/wiki/List_of_file_signatures";

const TEXT = Buffer.from("Once upon a time …\n".repeat(300));

const noAudio: readonly OddFile[] = [
  ["of no bytes", "mp3", Buffer.alloc(0), /empty/],
  ["of zeros", "flac", Buffer.alloc(20_000), /not a known audio format/],
  ["of text", "mp3", TEXT, /not a known audio format/],
  [
    "of a page",
    "m4a",
    Buffer.from("<!doctype html><title>404</title>"),
    /not a known audio format/,
  ],
  ["of a tag alone", "mp3", named()("Alone"), /only a tag/],
  ["of a picture", "opus", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /not a known/],
  ["of a playlist", "mp3", Buffer.from("#EXTM3U\nother.mp3\n"), /not a known audio format/],
].map(([name, extension, bytes, unreadable]) => ({
  name: `A file ${name as string}`,
  source: SIGNATURES,
  extension: extension as string,
  bytes: () => bytes as Buffer,
  expected: { unreadable: unreadable as RegExp },
}));

/** Files that have the beginning of a format, and no sound. */
const beginnings: readonly OddFile[] = (
  [
    ["Ogg", "ogg", Buffer.from("OggS")],
    ["FLAC", "flac", Buffer.from("fLaC")],
    ["a WAV", "wav", Buffer.from("RIFF\x04\0\0\0WAVE", "latin1")],
  ] as const
).map(([format, extension, bytes]) => ({
  name: `A file of the beginning of ${format} alone`,
  source: SIGNATURES,
  extension,
  bytes: () => bytes,
  expected: { tags: "none", undecodable: /cannot be decoded/ },
}));

export const encodedOddities: readonly OddFile[] = [
  ...formats,
  dsf,
  ...misnamed,
  ...noAudio,
  ...beginnings,
];
