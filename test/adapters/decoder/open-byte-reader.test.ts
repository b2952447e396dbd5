import { appendFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import type { FileOpener } from "../../../src/adapters/files/open-file.js";
import { guardCodec } from "../../../src/adapters/decoder/codec-guard.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";

afterEach(removeMusicFolders);

const audio = { kind: "file", path: "a.flac" } as const;

const refusal = (code: string): Error => Object.assign(new Error(code), { code, syscall: "read" });

/** Opens files on which every read fails with this code. */
const openFailingRead = (code: string): FileOpener =>
  (() =>
    Promise.resolve({
      stat: () => Promise.resolve({ size: 10, isDirectory: () => false, isFile: () => true }),
      read: () => Promise.reject(refusal(code)),
      close: () => Promise.resolve(),
    })) as unknown as FileOpener;

describe("A reader of a file", () => {
  it.each(["EIO", "ESTALE", "ENXIO", "EAGAIN", "EMFILE", "ENFILE", "ETIMEDOUT"])(
    "reports audio that may be readable later after %s",
    async (code) => {
      const reader = await openByteReader(audio, openFailingRead(code));

      const reading = reader.read(4);
      await expect(reading).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });

      const opening = openByteReader(audio, () => Promise.reject(refusal(code)));
      await expect(opening).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
    },
  );

  it("reports a file without read permission as undecodable", async () => {
    const opening = openByteReader(audio, () => Promise.reject(refusal("EACCES")));

    await expect(opening).rejects.toMatchObject({
      code: "AUDIO_UNDECODABLE",
      facts: { reason: "this server has no permission to read the file" },
    });
  });

  it("reports a disk that does not respond, rather than damage", async () => {
    const reader = await openByteReader(audio, openFailingRead("EIO"));
    const codec = guardCodec("FLAC", { ready: Promise.resolve(), free: () => undefined });

    const decoding = codec.run(() => reader.read(4));

    await expect(decoding).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });
});

describe("A file that is open", () => {
  const changes: readonly (readonly [string, (path: string) => Promise<void>])[] = [
    ["became longer", (path) => appendFile(path, "more")],
    ["was removed", (path) => rm(path)],
    ["was moved", (path) => rename(path, `${path}.moved`)],
    [
      "was replaced by one of the same length and modification time",
      async (path) => {
        const { atime, mtime } = await stat(path);
        await writeFile(`${path}.new`, "SONG");
        await utimes(`${path}.new`, atime, mtime);
        await rename(`${path}.new`, path);
      },
    ],
    [
      "has other bytes, and its modification time was set back",
      async (path) => {
        const { atime, mtime } = await stat(path);
        await writeFile(path, "SONG");
        await utimes(path, atime, mtime);
      },
    ],
  ];

  it("is unchanged while nobody writes to it", async () => {
    const path = join(await musicFolder({ "a.bin": Buffer.from("song") }), "a.bin");
    const opened = await openByteReader({ kind: "file", path });

    await opened.read(4);
    const checking = opened.checkUnchanged();

    await expect(checking).resolves.toBeUndefined();
    await opened.close();
  });

  it.each(changes)("has changed where it %s", async (_, change) => {
    const path = join(await musicFolder({ "a.bin": Buffer.from("song") }), "a.bin");
    const opened = await openByteReader({ kind: "file", path });
    await nextClockTick();

    await change(path);
    const checking = opened.checkUnchanged();

    await expect(checking).rejects.toMatchObject({ code: "AUDIO_CHANGED" });
    await opened.close();
  });

  it("is not opened in another state than that in which it was found", async () => {
    const path = join(await musicFolder({ "a.bin": Buffer.from("song") }), "a.bin");
    const { size, mtimeMs, ctimeMs } = await stat(path);
    const found = {
      sizeBytes: size,
      modifiedAt: Math.trunc(mtimeMs),
      changedAt: Math.trunc(ctimeMs),
    };

    const same = openByteReader({ kind: "file", path, state: found });
    await expect(same.then((opened) => opened.close())).resolves.toBeUndefined();

    const other = openByteReader({ kind: "file", path, state: { ...found, changedAt: 1 } });
    await expect(other).rejects.toMatchObject({ code: "AUDIO_CHANGED" });
  });
});

/** File systems count in steps of some milliseconds. */
const nextClockTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
