import { readFileSync } from "node:fs";

import { openByteReader } from "../../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../../src/adapters/library/audio-stream/identifying-reader.js";
import type { AudioDigest } from "../../../../src/ports/library/audio-digests.js";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { recordingPath } from "../../decoder/recordings.js";
import { taggedAiff } from "../tagged-audio.js";
import {
  apeTag,
  id3Tag,
  id3v1Tag,
  lyricsTag,
  retaggedChunks,
  retaggedFlac,
  retaggedMp4,
  retaggedOgg,
} from "./retagged.js";

const recording = (name: string): Buffer => readFileSync(recordingPath(name));
const ramp = Float32Array.from({ length: 801 }, (_, index) => index / 1_000);
const wav = Buffer.from(wavBytes({ channels: [ramp], sampleRate: 8_000 }));
const aiff = Buffer.from(taggedAiff());

async function digestOf(bytes: Uint8Array): Promise<AudioDigest | undefined> {
  const opened = await openByteReader({ kind: "memory", bytes });
  return (await IdentifyingReader.over(opened)).identify();
}

/** Tags before and behind the audio, as programs write them to MP3 and AAC. */
const surrounded = (file: Buffer, title: string): Buffer =>
  Buffer.concat([id3Tag(title), file, apeTag(title), lyricsTag(title), id3v1Tag(title)]);

/** An AAC stream of two hundred ADTS frames with a content that no decoder would accept. */
const adts = Buffer.concat(
  Array.from({ length: 200 }, (_, index) =>
    Buffer.concat([Buffer.from("fff15080043ffc", "hex"), Buffer.alloc(26, index)]),
  ),
);

interface Case {
  readonly name: string;
  readonly file: Buffer;
  readonly retag: (file: Buffer, title: string) => Buffer;
}

const cases: readonly Case[] = [
  { name: "MP3 of variable bit rate", file: recording("tones-vbr.mp3"), retag: surrounded },
  { name: "MP3 without a frame of facts", file: recording("tones-plain.mp3"), retag: surrounded },
  { name: "AAC", file: adts, retag: surrounded },
  {
    name: "WavPack",
    file: recording("tones.wv"),
    retag: (file, title) => Buffer.concat([file, apeTag(title)]),
  },
  { name: "FLAC", file: recording("tones-16.flac"), retag: retaggedFlac },
  {
    name: "FLAC between ID3 tags",
    file: recording("tones-24.flac"),
    retag: (file, title) => Buffer.concat([id3Tag(title), file, id3v1Tag(title)]),
  },
  { name: "Ogg Vorbis", file: recording("tones.ogg"), retag: retaggedOgg },
  { name: "Opus", file: recording("tones.opus"), retag: retaggedOgg },
  { name: "AAC in MP4", file: recording("ffmpeg/tones-aac.m4a"), retag: retaggedMp4 },
  { name: "ALAC in MP4", file: recording("ffmpeg/tones-alac.m4a"), retag: retaggedMp4 },
  { name: "WAV", file: wav, retag: retaggedChunks },
  { name: "AIFF", file: aiff, retag: retaggedChunks },
];

/** Returns the file with one bit flipped. */
function flipped(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe.each(cases)("The digest of the audio in $name", ({ file, retag }) => {
  it("is the same after tags of any length were written", async () => {
    const short = await digestOf(retag(file, "a"));
    const long = await digestOf(retag(file, "long ".repeat(13_000)));

    const original = await digestOf(file);

    expect(original).toEqual({
      recordingId: expect.stringMatching(/^rec:[0-9a-f]{16}$/) as string,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      bytes: expect.any(Number) as number,
    });
    expect(short).toEqual(original);
    expect(long).toEqual(original);
  });

  it("is another one where a bit of the audio differs", async () => {
    const changed = await digestOf(flipped(file, Math.floor(file.length * 0.7)));

    expect(changed).not.toEqual(await digestOf(file));
  });

  it("is a clear result wherever the file is cut or damaged", async () => {
    const step = Math.max(1, Math.floor(file.length / 97));
    const original = await digestOf(file);

    for (let at = 0; at < file.length; at += step) {
      const ofCut = await digestOf(file.subarray(0, at));
      await digestOf(flipped(file, at));

      expect(ofCut?.recordingId).not.toBe(original?.recordingId);
    }
  });
});

describe("The digest of audio", () => {
  it("does not depend on the facts in the first frame of an MP3", async () => {
    const file = recording("tones-vbr.mp3");
    const facts = file.indexOf("Xing") === -1 ? file.indexOf("Info") : file.indexOf("Xing");

    const rewritten = await digestOf(flipped(file, facts + 9));

    expect(rewritten?.digest).toBe((await digestOf(file))?.digest);
  });

  it("differs between formats and recordings", async () => {
    const digests = await Promise.all(cases.map(({ file }) => digestOf(file)));

    expect(new Set(digests.map((found) => found?.digest)).size).toBe(cases.length);
  });

  it("differs where the same samples are played at another rate", async () => {
    const faster = Buffer.from(wavBytes({ channels: [ramp], sampleRate: 16_000 }));

    expect((await digestOf(faster))?.digest).not.toBe((await digestOf(wav))?.digest);
  });

  it.each([
    ["an empty file", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(5_000)],
    ["only a tag", id3Tag("alone")],
    ["a tag that claims to be longer than the file", Buffer.from("ID3\x03\0\0\x7f\x7f\x7f\x7f")],
    ["WMA", recording("ffmpeg/tones.wma")],
    ["MP4 without sound", recording("ffmpeg/no-sound.mp4")],
    ["a WAV that states no length", withLength(wav, 0)],
    ["a WAV that states more than it has", withLength(wav, 0xffff_ffff)],
    ["a WAV of too many chunks", Buffer.concat([wav.subarray(0, 12), Buffer.alloc(200_000)])],
    ["MP4 boxes that contain themselves", Buffer.from("\0\0\0\x10ftypM4A \0\0\0\0\0\0\0\x04moov")],
  ])("is missing for %s", async (_, file) => {
    expect((await digestOf(file))?.digest).toBeUndefined();
  });
});

/** Returns a WAV that states another length of its samples. */
function withLength(file: Buffer, byteLength: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(byteLength, copy.indexOf("data") + 4);
  return copy;
}
