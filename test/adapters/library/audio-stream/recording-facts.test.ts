import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { openByteReader } from "../../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../../src/adapters/library/audio-stream/identifying-reader.js";
import type { AudioDigest } from "../../../../src/ports/library/audio-digests.js";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { isFfmpegInstalled, recordingPath } from "../../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";
import { taggedAiff } from "../tagged-audio.js";
import { retaggedFlac, retaggedMp4, sealed } from "./retagged.js";

afterEach(removeMusicFolders);

const recording = (name: string): Buffer => readFileSync(recordingPath(name));

async function identified(bytes: Uint8Array): Promise<AudioDigest | undefined> {
  const opened = await openByteReader({ kind: "memory", bytes });
  return (await IdentifyingReader.over(opened)).identify();
}

/** Returns a copy with one byte raised by one. */
function raised(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = ((copy[at] ?? 0) + 1) & 0xff;
  return copy;
}

const mp3 = recording("tones-cbr.mp3");
/** Behind "Info", four fields of 112 bytes in total, and the name of the encoder begin the values. */
const encoder = mp3.indexOf("Info") + 8 + 112;
const aac = recording("ffmpeg/tones-aac.m4a");
/** Position of the content of a box, behind its version and flags. */
const contentOf = (type: string): number => aac.indexOf(type) + 8;

/** Returns an Opus file with one byte of its header raised. */
function otherOpus(at: number): Buffer {
  const file = recording("tones.opus");
  const headBytes = 28 + (file[27] ?? 0);
  const head = sealed(raised(file.subarray(0, headBytes), 28 + at), 0);
  return Buffer.concat([head, file.subarray(headBytes)]);
}

/** Returns an AIFF file with a chunk that says which channels it has. */
function aiffWithChannels(layout: number): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.write("CHAN");
  chunk.writeUInt32BE(12, 4);
  chunk.writeUInt32BE(layout, 8);
  const file = Buffer.concat([Buffer.from(taggedAiff()), chunk]);
  file.writeUInt32BE(file.length - 8, 4);
  return file;
}

const flac = recording("tones-16.flac");
const mask = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK";
const ramp = Float32Array.from({ length: 801 }, (_, index) => index / 1_000);
const wav = Buffer.from(wavBytes({ channels: [ramp], sampleRate: 8_000 }));

describe("What changes how audio is heard makes another recording of it", () => {
  it.each([
    ["the encoder delay of an MP3", mp3, raised(mp3, encoder + 21)],
    ["the padding of an MP3", mp3, raised(mp3, encoder + 23)],
    ["the number of frames of an MP3", mp3, raised(mp3, mp3.indexOf("Info") + 11)],
    ["the edit list of an MP4", aac, raised(aac, contentOf("elst") + 11)],
    ["the time scale of an MP4", aac, raised(aac, contentOf("mdhd") + 11)],
    ["the durations in an MP4", aac, raised(aac, contentOf("stts") + 11)],
    ["the lengths of samples in an MP4", aac, raised(aac, contentOf("stsz") + 11)],
    ["the positions of samples in an MP4", aac, raised(aac, contentOf("stco") + 7)],
    ["the delay of iTunes", retaggedMp4(aac, "a", "00000840"), retaggedMp4(aac, "a", "00000A40")],
    ["the channels of a FLAC", retaggedFlac(flac, "0x3", mask), retaggedFlac(flac, "0x30", mask)],
    ["the channels of an AIFF", aiffWithChannels(1), aiffWithChannels(2)],
  ])("%s, while the encoded audio is the same", async (_, file, changed) => {
    const [one, other] = await Promise.all([identified(file), identified(changed)]);

    expect(one?.digest).toBeDefined();
    expect(other?.digest).toBe(one?.digest);
    expect(other?.recordingId).not.toBe(one?.recordingId);
  });

  it.each([
    ["the delay of Opus", recording("tones.opus"), otherOpus(10)],
    ["the output gain of Opus", recording("tones.opus"), otherOpus(16)],
    ["the channel mapping of Opus", recording("tones.opus"), otherOpus(18)],
    ["the sample rate of a FLAC", flac, raised(flac, 8 + 11)],
    ["the sample rate of a WAV", wav, raised(wav, wav.indexOf("fmt ") + 8 + 5)],
    ["the number of channels of a WAV", wav, raised(wav, wav.indexOf("fmt ") + 8 + 2)],
  ])("%s, which is part of the stream", async (_, file, changed) => {
    const [one, other] = await Promise.all([identified(file), identified(changed)]);

    expect(one?.digest).toBeDefined();
    expect(other?.recordingId).not.toBe(one?.recordingId);
  });
});

describe("What does not change how audio is heard leaves the recording what it is", () => {
  it.each([
    ["the loudness that an MP3 states", mp3, raised(mp3, encoder + 13)],
    ["the checksum of the first frame of an MP3", mp3, raised(mp3, encoder + 34)],
    ["the time of creation of an MP4", aac, raised(aac, contentOf("mdhd") + 3)],
    ["another comment of a FLAC", retaggedFlac(flac, "a"), retaggedFlac(flac, `${mask}=0x3`)],
  ])("%s", async (_, file, changed) => {
    const [one, other] = await Promise.all([identified(file), identified(changed)]);

    expect(changed.equals(file)).toBe(false);
    expect(other).toEqual(one);
  });

  const withFfmpeg = isFfmpegInstalled() ? it.each : it.skip.each;
  withFfmpeg(["tones-16.flac", "ffmpeg/tones-aac.m4a", "ffmpeg/tones-alac.m4a", "tones-cbr.mp3"])(
    "tags that ffmpeg wrote into %s",
    async (name) => {
      const folder = await musicFolder();
      const extension = name.slice(name.lastIndexOf("."));
      const [once, twice] = ["once", "twice"].map((base) => join(folder, `${base}${extension}`));

      retag(recordingPath(name), once!, "a title");
      retag(once!, twice!, "another title ".repeat(500));

      const [one, other] = await Promise.all(
        [once!, twice!].map((path) => identified(readFileSync(path))),
      );
      expect(other).toEqual(one);
    },
  );
});

/** Copies the audio of a file into a new one with a title. */
function retag(from: string, to: string, title: string): void {
  const { status } = spawnSync("ffmpeg", [
    ...["-v", "error", "-nostdin", "-i", from, "-c", "copy"],
    ...["-metadata", `title=${title}`, to],
  ]);
  expect(status).toBe(0);
}
