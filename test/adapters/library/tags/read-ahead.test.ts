import { randomBytes } from "node:crypto";
import { open, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { ReadAhead } from "../../../../src/adapters/library/tags/read-ahead.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

describe("A file that is read ahead", () => {
  const content = randomBytes(100_000);
  let file: FileHandle;
  let ahead: ReadAhead;
  beforeEach(async () => {
    const path = join(await musicFolder(), "file");
    await writeFile(path, content);
    file = await open(path);
    ahead = new ReadAhead(file);
  });
  afterEach(async () => {
    await file.close();
    await removeMusicFolders();
  });

  /** Reads until so many bytes are there, or the file ends. */
  async function bytesAt(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    let count = 0;
    while (count < length) {
      const { bytesRead } = await ahead.read(bytes, count, length - count, position + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    return bytes.subarray(0, count);
  }

  it.each([
    ["within a block", 10, 100],
    ["across the end of a block", 32_700, 200],
    ["longer than a block", 5, 70_000],
    ["across the end of the file", 99_990, 100],
    ["behind the end of the file", 100_000, 10],
  ])("returns the bytes of the file %s", async (_, position, length) => {
    await bytesAt(0, 4);

    expect(await bytesAt(position, length)).toEqual(content.subarray(position, position + length));
  });

  it("returns the bytes of the file forwards and backwards", async () => {
    for (const position of [90_000, 10, 60_000, 59_000, 0, 99_999]) {
      expect(await bytesAt(position, 50)).toEqual(content.subarray(position, position + 50));
    }
  });

  it("does not read again what was read before", async () => {
    const known = [0, 99_000].map((position) => ({
      position,
      bytes: content.subarray(position, position + 1_000),
    }));
    ahead = new ReadAhead({ read: () => Promise.reject(new Error("is read again")) }, known);

    expect(await bytesAt(10, 900)).toEqual(content.subarray(10, 910));
    expect(await bytesAt(99_500, 500)).toEqual(content.subarray(99_500));
  });

  it("asks the operating system once for many small reads", async () => {
    let reads = 0;
    const read = file.read.bind(file);
    Object.assign(file, { read: (...given: Parameters<typeof read>) => (reads++, read(...given)) });

    for (let position = 0; position < 4_000; position += 4) await bytesAt(position, 4);

    expect(reads).toBe(1);
  });
});
