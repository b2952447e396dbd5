import { mkdtemp, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskAudioReader } from "../../../src/adapters/library/disk-audio-reader.js";
import type { OpenedAudio } from "../../../src/ports/analysis/audio-reader.js";

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 253));

describe("The reader of encoded audio", () => {
  const reader = new DiskAudioReader();
  let folder: string;
  let path: string;
  let opened: OpenedAudio | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-reader-"));
    path = join(folder, "music.flac");
    await writeFile(path, bytes);
  });
  afterEach(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (): Promise<OpenedAudio> =>
    (opened = await reader.open({ kind: "file", path }));
  const restOf = async (audio: OpenedAudio, start: number): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of audio.read(start)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  };

  it("reads a file from any byte on, with its size and time", async () => {
    await utimes(path, 1_000, 1_000.5);

    const audio = await open();

    expect(audio).toMatchObject({ sizeBytes: 300_000, modifiedAt: 1_000_500 });
    expect(await restOf(audio, 123_456)).toEqual(bytes.subarray(123_456));
  });

  it("gives equal content an equal fingerprint, in a file or in memory", async () => {
    const { fingerprint } = await open();
    const inMemory = await reader.open({ kind: "memory", bytes });
    const other = await reader.open({ kind: "memory", bytes: bytes.subarray(1) });

    expect(inMemory.fingerprint).toBe(fingerprint);
    expect(other.fingerprint).not.toBe(fingerprint);
    expect(await restOf(inMemory, 299_999)).toEqual(bytes.subarray(299_999));
  });

  it("reads the file that it opened, also where another takes its name", async () => {
    const audio = await open();
    await writeFile(join(folder, "new"), "another");
    await rename(join(folder, "new"), path);

    expect(await restOf(audio, 0)).toEqual(bytes);
  });

  it("fails where the file becomes shorter meanwhile", async () => {
    const audio = await open();
    await truncate(path, 100_000);

    await expect(restOf(audio, 0)).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });

  it("fails where there is no such file", async () => {
    path = join(folder, "missing");

    await expect(open()).rejects.toMatchObject({ code: "AUDIO_UNDECODABLE" });
  });
});
