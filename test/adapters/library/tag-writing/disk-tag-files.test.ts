import { chmod, readdir, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { parseBuffer } from "music-metadata";

import { removeMusicFolders } from "../music-folder.js";
import { digestOf, files, never, stored, valuesOf, write, type Values } from "./tag-access.js";
import { taggableFiles } from "./taggable-files.js";

afterEach(removeMusicFolders);

/** The values that a format can have. */
function valuesFor(extension: string): Record<string, string> {
  const all = { bpm: "128", key: "8A", mood: "Relaxed", energy: "7" };
  return extension === "opus"
    ? { ...all, opusGain: "-1536" }
    : { ...all, trackGain: "-6.54 dB", trackPeak: "0.988553" };
}

const asItems = (values: Record<string, string>): Values =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [{ value }]]));

/** The other reader does not know RF64. */
const known = taggableFiles.filter(({ name }) => name !== "RF64");

describe.each(known)("Tags written to $name", ({ file, extension }) => {
  it("are read by another reader, beside the tags that were there", async () => {
    const path = await stored(file);
    const before = await parseBuffer(file);

    const problem = await write(path, asItems(valuesFor(extension)));

    expect(problem).toBeUndefined();
    const { common, format, native } = await parseBuffer(await readFile(path));
    expect(common).toMatchObject({ ...before.common, bpm: 128 });
    expect(JSON.stringify(native)).toContain('"8A"');
    expect(format.duration).toBe(before.format.duration);
    expect(JSON.stringify(native)).toContain(extension === "opus" ? '"-1536"' : "-6.54 dB");
  });
});

describe.each(taggableFiles)("Tags written to $name", ({ file, extension }) => {
  it("leave the audio as it is", async () => {
    const path = await stored(file);

    await write(path, { key: [{ value: "long ".repeat(15_000) }] });

    expect(await digestOf(await readFile(path))).toBe(await digestOf(file));
  });

  it("are replaced, also by longer and shorter ones", async () => {
    const path = await stored(file);

    for (const key of ["1A", "x".repeat(70_000), "12B"]) {
      await write(path, { bpm: [{ value: "99" }], key: [{ value: key }] });

      expect(await valuesOf(path)).toEqual({ bpm: "99", key });
    }
  });

  it("leave the file byte for byte as it was where they are removed again", async () => {
    const path = await stored(file);
    const hasTags = !["wav", "m4a"].includes(extension) || file.includes("ilst");

    await write(path, asItems(valuesFor(extension)));
    await write(path, Object.fromEntries(Object.keys(valuesFor(extension)).map((f) => [f, []])));

    const after = await readFile(path);
    expect(await valuesOf(path)).toEqual({});
    if (hasTags) expect(after.equals(file)).toBe(true);
  });

  it("keep permissions and times, and leave no other file behind", async () => {
    const path = await stored(file);
    await chmod(path, 0o640);
    await utimes(path, 1_600_000_000.123, 1_500_000_000.456);

    await write(path, { bpm: [{ value: "90" }] });

    const { mode, mtimeMs, atimeMs } = await stat(path);
    expect(mode & 0o777).toBe(0o640);
    expect(Math.trunc(mtimeMs)).toBe(1_500_000_000_456);
    expect(Math.trunc(atimeMs)).toBeGreaterThanOrEqual(1_600_000_000_123);
    expect(await readdir(join(path, ".."))).toEqual(["song.bin"]);
  });

  it("are refused or written whole wherever the file is cut", async () => {
    const step = Math.max(1, Math.floor(file.length / 23));
    for (let length = 1; length < file.length; length += step) {
      const cut = file.subarray(0, length);
      const path = await stored(cut);
      const content = await files.read(path);
      if ("problem" in content) continue;

      const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
      const beforeReplacing = (): Promise<void> => Promise.resolve();
      const problem = await files.write(path, { changes, content, beforeReplacing }, never);

      const after = await readFile(path);
      if (problem) expect(after.equals(cut)).toBe(true);
      else expect(await digestOf(after)).toBe(await digestOf(cut));
    }
  });
});
