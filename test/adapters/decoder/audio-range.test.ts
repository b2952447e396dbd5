import { spawnSync } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader, type OpenAudio } from "../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../src/adapters/library/audio-stream/identifying-reader.js";
import { FRAMES_PER_SECOND, type AudioRange } from "../../../src/domain/audio-range.js";
import { apeBytes } from "../../signals/encoded/ape-bytes.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { decodedSound } from "./decoded-sound.js";
import { ffmpeg } from "./other-programs.js";
import { isFfmpegInstalled } from "./recordings.js";

const SECONDS = 40;

/** Two channels of different noise, which no two parts have in common. */
const NOISE = `aevalsrc=0.3*random(0)-0.15|0.2*random(1)-0.1:s=44100:d=${SECONDS}`;

/** Half a step of 16 bits: decoders scale them to full scale by 32,767 or 32,768. */
const SCALE_TOLERANCE = 1 / 65_536;

const decoder = new ContainerAudioDecoder();

/** Returns what ffmpeg decodes of a range, which it counts in samples from the beginning. */
function samplesByFfmpeg(path: string, { startFrame, endFrame }: AudioRange): Float32Array {
  const end = endFrame === undefined ? "" : `:end_sample=${endFrame * 588}`;
  const filter = `atrim=start_sample=${startFrame * 588}${end}`;
  const args = ["-v", "error", "-i", path, "-af", filter, "-ac", "2", "-f", "f32le", "-"];
  const { stdout } = spawnSync("ffmpeg", args, { maxBuffer: 2 ** 28 });
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** Returns the sound of a WAV as Monkey's Audio, for which ffmpeg has no encoder. */
async function apeOf(path: string): Promise<Buffer> {
  const { channels, sampleRate } = await decodedSound(decoder, { kind: "file", path });
  const [left, right] = channels.map((samples) =>
    Int16Array.from(samples, (sample) => Math.round(sample * 32_768)),
  );
  return apeBytes([left!, right!], sampleRate);
}

/** Returns the samples of a decoder, channel by channel in turn, as ffmpeg writes them. */
async function samplesOf(path: string, range: AudioRange): Promise<Float32Array> {
  const { channels } = await decodedSound(decoder, { kind: "file", path, range });
  const [left, right] = channels as [Float32Array, Float32Array];
  const both = new Float32Array(2 * left.length);
  left.forEach((sample, at) => {
    both[2 * at] = sample;
    both[2 * at + 1] = right[at]!;
  });
  return both;
}

function largestDifference(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, sample, at) => Math.max(most, Math.abs(sample - other[at]!)), 0);
}

(isFfmpegInstalled() ? describe : describe.skip)("A range of a file", () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await musicFolder();
    const encode = (name: string, ...options: readonly string[]): void =>
      ffmpeg("-f", "lavfi", "-i", NOISE, ...options, at(name));
    encode("image.wav", "-c:a", "pcm_s16le");
    encode("image.aiff", "-c:a", "pcm_s16be");
    encode("image.flac", "-sample_fmt", "s16");
    encode("image.wv", "-sample_fmt", "s16p");
    encode("image.tta", "-sample_fmt", "s16");
    encode("image.m4a", "-c:a", "alac", "-sample_fmt", "s16p");
    await writeFile(at("image.ape"), await apeOf(at("image.wav")));
    encode("image.mp3", "-c:a", "libmp3lame", "-b:a", "192k");
    encode("image.ogg", "-c:a", "libvorbis", "-q:a", "3");
  });

  afterAll(removeMusicFolders);

  const middle = { startFrame: 13 * FRAMES_PER_SECOND + 7, endFrame: 27 * FRAMES_PER_SECOND + 74 };
  const first = { startFrame: 0, endFrame: 3 * FRAMES_PER_SECOND + 1 };
  const last = { startFrame: 33 * FRAMES_PER_SECOND + 50 };

  describe.each([
    ...["image.wav", "image.aiff", "image.flac", "image.wv", "image.tta", "image.ape", "image.m4a"],
  ])("without loss, %s", (name) => {
    it.each([
      ["at the beginning", first],
      ["in the middle", middle],
      ["up to the end", last],
    ])("is decoded to the sample %s", async (_, range) => {
      const expected = samplesByFfmpeg(at(name), range);

      const samples = await samplesOf(at(name), range);

      expect(samples.length).toBe(expected.length);
      expect(largestDifference(samples, expected)).toBeLessThan(SCALE_TOLERANCE);
    });
  });

  it.each(["image.mp3", "image.ogg"])("of %s is that part of the whole", async (name) => {
    const whole = await samplesOf(at(name), { startFrame: 0 });
    const { startFrame, endFrame } = middle;

    const samples = await samplesOf(at(name), middle);

    expect(samples).toEqual(whole.subarray(2 * 588 * startFrame, 2 * 588 * endFrame));
  });

  it.each(["image.wav", "image.flac"])("of %s is read alone", async (name) => {
    const range = { startFrame: 30 * FRAMES_PER_SECOND, endFrame: 32 * FRAMES_PER_SECOND };
    const { reader, readBytes } = counting(
      await openByteReader({ kind: "file", path: at(name), range }),
    );

    for await (const block of decoder.decodeOpened(reader)) void block;
    await reader.close();

    const { size } = await stat(at(name));
    // A twentieth of the file, and what looking for it takes.
    expect(readBytes()).toBeLessThan(0.3 * size);
  });

  it("that ends behind the file is refused as truncated", async () => {
    const range = { startFrame: 0, endFrame: 60 * FRAMES_PER_SECOND };

    const decoding = decodedSound(decoder, { kind: "file", path: at("image.flac"), range });

    await expect(decoding).rejects.toMatchObject({
      facts: { reason: "the file is truncated: it contains 40.0 s of 60.0 s" },
    });
  });

  it("that begins behind the file has no samples", async () => {
    const range = { startFrame: 60 * FRAMES_PER_SECOND };
    for (const name of ["image.wav", "image.flac", "image.wv", "image.ape", "image.mp3"]) {
      const decoding = decodedSound(decoder, { kind: "file", path: at(name), range });
      await expect(decoding).rejects.toMatchObject({
        facts: { reason: "it contains no samples" },
      });
    }
  });

  describe("as a recording", () => {
    const idOf = async (name: string, range?: AudioRange): Promise<string> => {
      const audio = { kind: "file", path: at(name), ...(range && { range }) } as const;
      const reader = await IdentifyingReader.over(await openByteReader(audio));
      const identity = await reader.identify().finally(() => reader.close());
      return identity!.recordingId;
    };

    it("is another one than any other range, and than the whole", async () => {
      for (const name of [
        ...["image.wav", "image.flac", "image.mp3", "image.wv", "image.ape", "image.ogg"],
      ]) {
        const later = { ...middle, startFrame: middle.startFrame + 1 };
        const ids = [await idOf(name), await idOf(name, middle), await idOf(name, later)];
        expect(new Set(ids).size).toBe(3);
      }
    });

    it("is the same where the tags of its file or what is outside of it differ", async () => {
      for (const [name, codec] of [
        ["wav", "pcm_s16le"],
        ["flac", "flac"],
      ] as const) {
        const source = ["-f", "lavfi", "-i", NOISE];
        const other = ["-af", "atrim=end=30,apad=pad_dur=10", "-metadata", "title=Other"];
        ffmpeg(...source, ...other, "-c:a", codec, "-sample_fmt", "s16", at(`other.${name}`));
        expect(await idOf(`other.${name}`, middle)).toBe(await idOf(`image.${name}`, middle));
        expect(await idOf(`other.${name}`, last)).not.toBe(await idOf(`image.${name}`, last));
      }
    });

    it("is identified by a decoder that reads it as by reading alone", async () => {
      for (const name of ["image.wav", "image.flac", "image.mp3"]) {
        const audio = { kind: "file", path: at(name), range: middle } as const;
        const reader = await IdentifyingReader.over(await openByteReader(audio));
        for await (const block of decoder.decodeOpened(reader)) void block;
        const identity = await reader.identify().finally(() => reader.close());
        expect(identity?.recordingId).toBe(await idOf(name, middle));
      }
    });
  });
});

/** Returns audio that counts the bytes that are read of it. */
function counting(opened: OpenAudio): { reader: OpenAudio; readBytes: () => number } {
  let total = 0;
  const read = opened.read.bind(opened);
  opened.read = async (length) => {
    const bytes = await read(length);
    total += bytes.length;
    return bytes;
  };
  return { reader: opened, readBytes: () => total };
}
