import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";

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
