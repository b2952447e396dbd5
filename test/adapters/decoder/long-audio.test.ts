import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { aiffBytes } from "../../signals/encoded/aiff-bytes.js";
import { silentOggFlac, silentOpus } from "../../signals/encoded/silent-ogg.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { decodedSound } from "./decoded-sound.js";
import { recordingPath } from "./recordings.js";

describe("A recording of three hours", () => {
  const seconds = 3 * 3600;
  const sampleRate = 8_000;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-long-"));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("is read in small pieces, so that memory use does not depend on its length", async () => {
    const path = join(folder, "long.wav");
    await writeSparseWav(path, sampleRate, seconds);
    const before = memoryBytes();
    let [decodedSamples, maxGrowth] = [0, 0];

    for await (const { channels } of new ContainerAudioDecoder().decode({ kind: "file", path })) {
      decodedSamples += channels[0]!.length;
      maxGrowth = Math.max(maxGrowth, memoryBytes() - before);
    }

    expect(decodedSamples).toBe(seconds * sampleRate);
    // The whole as float samples would be 346 MB; uncollected garbage is some tens of MB.
    expect(maxGrowth).toBeLessThan(150e6);
  });
});

describe("A recording of three hours in Ogg", () => {
  const seconds = 3 * 3600;
  const decoder = new ContainerAudioDecoder({ maxDurationSeconds: seconds - 60 });

  it.each([
    ["Opus", silentOpus],
    ["FLAC", silentOggFlac],
  ])("is refused before it is decoded, and decoded where it is short: %s", async (_, silent) => {
    const blocks = decoder.decode({ kind: "memory", bytes: silent(seconds) });
    const short = await decodedSound(decoder, { kind: "memory", bytes: silent(20) });

    // A whole number of packets, of 0.7 s at most.
    expect(short.seconds).toBeGreaterThanOrEqual(20);
    expect(short.seconds).toBeLessThan(20.7);
    await expect(blocks.next()).rejects.toMatchObject({ code: "AUDIO_TOO_LONG" });
  });
});

describe("A recording that states more than the maximum duration", () => {
  const channels = [new Float32Array(3 * 8_000)];
  const made: Readonly<Record<string, Uint8Array>> = {
    "a WAV file": wavBytes({ channels, sampleRate: 8_000 }),
    "a WAV file without a stated length": wavBytes({
      channels,
      sampleRate: 8_000,
      lies: { dataBytes: 0xffff_ffff },
    }),
    "an AIFF file": aiffBytes({ channels, sampleRate: 8_000 }),
  };
  const recorded = [
    ...["tones-16.flac", "tones-cbr.mp3", "tones-vbr.mp3", "tones-plain.mp3", "tones.mp2"].map(
      recordingPath,
    ),
    fileURLToPath(new URL("../../../src/demo/library/Overtone - Slow Waltz.ogg", import.meta.url)),
  ];
  // Above the duration of most first blocks, so that a refusal after them would be noticed.
  const decoder = new ContainerAudioDecoder({ maxDurationSeconds: 1.2 });
  const firstOf = (bytes: Uint8Array): Promise<unknown> =>
    decoder.decode({ kind: "memory", bytes }).next();

  it.each(Object.keys(made))("is refused before it is decoded: %s", async (name) => {
    await expect(firstOf(made[name]!)).rejects.toMatchObject({ code: "AUDIO_TOO_LONG" });
  });

  it.each(recorded)("is refused before it is decoded: %s", async (path) => {
    const bytes = await readFile(path);

    await expect(firstOf(bytes)).rejects.toMatchObject({ code: "AUDIO_TOO_LONG" });
  });

  it.each([
    ["FLAC", "tones-16.flac", 22, [0, 0, 0, 9]],
    ["MP3", "tones-vbr.mp3", undefined, [0, 0, 0, 9]],
  ] as const)("is refused while it is decoded where its header lies: %s", async (...lie) => {
    const [, name, position, shorter] = lie;
    const bytes = await readFile(recordingPath(name));
    // Eight bytes behind the name of its header, an MP3 file states its frames.
    bytes.set(shorter, position ?? bytes.indexOf("Xing") + 8);
    const decode = async (): Promise<void> => {
      for await (const block of decoder.decode({ kind: "memory", bytes })) void block;
    };

    await expect(decode()).rejects.toMatchObject({ code: "AUDIO_TOO_LONG" });
  });

  it("is decoded where it states no more than the maximum", async () => {
    const exact = new ContainerAudioDecoder({ maxDurationSeconds: 3 });

    const first = await exact.decode({ kind: "memory", bytes: made["a WAV file"]! }).next();

    expect(first.done).toBe(false);
  });
});

function memoryBytes(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** Writes a header, followed by a hole in the file as long as the samples that it states. */
async function writeSparseWav(path: string, sampleRate: number, seconds: number): Promise<void> {
  const dataBytes = sampleRate * seconds;
  const channels = [new Float32Array()];
  const header = wavBytes({ channels, sampleRate, encoding: "u8", lies: { dataBytes } });
  const file = await open(path, "w");
  try {
    await file.write(header);
    await file.truncate(header.length + dataBytes);
  } finally {
    await file.close();
  }
}
