import { readdir, readFile } from "node:fs/promises";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../src/domain/errors/analysis-errors.js";
import { PayloadTooLargeError } from "../../src/domain/errors/request-errors.js";
import type { UploadStore } from "../../src/ports/analysis/upload-store.js";

const SOUND = Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1");

/** Yields audio of that many bytes, in parts. */
async function* audioOf(byteCount: number): AsyncGenerator<Uint8Array> {
  yield SOUND;
  for (let left = byteCount - SOUND.length; left > 0; left -= 100_000) {
    await Promise.resolve();
    yield Buffer.alloc(Math.min(left, 100_000), left % 251);
  }
}

async function* endingIn(error: Error): AsyncGenerator<Uint8Array> {
  yield* audioOf(300_000);
  throw error;
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield Buffer.from(text);
}

/** The contract of every UploadStore. */
export function describeUploadStore(
  name: string,
  open: (limitBytes: number) => Promise<{ readonly store: UploadStore; readonly folder: string }>,
): void {
  describe(`${name} as an UploadStore`, () => {
    it("provides the bytes unchanged until they are removed, as often as they are read", async () => {
      const { store } = await open(1_000_000);
      const upload = await store.save(audioOf(700_000));

      const files = [await store.open(upload), await store.open(upload)];
      const contents = await Promise.all(files.map(({ path }) => readFile(path)));
      for (const file of files) await file.close();
      const again = await store.open(upload);

      expect(contents[0]!.length).toBe(700_000);
      expect(contents[0]!.subarray(0, SOUND.length)).toEqual(SOUND);
      expect(contents[1]!.equals(contents[0]!)).toBe(true);
      expect((await readFile(again.path)).equals(contents[0]!)).toBe(true);
      await again.close();
    });

    it("leaves nothing of a removed upload, and says to send it again", async () => {
      const { store, folder } = await open(1_000_000);
      const [kept, removed] = [await store.save(audioOf(99)), await store.save(audioOf(99))];

      await store.remove(removed);
      await store.remove(removed);
      const opening = store.open(removed);

      await expect(opening).rejects.toThrow(AudioUndecodableError);
      await expect(opening).rejects.toThrow("send it again");
      expect(await store.findOlderThan(-60_000)).toEqual([kept]);
      await store.remove(kept);
      expect(await readdir(folder).catch(() => [])).toEqual([]);
    });

    it.each<[string, AsyncIterable<Uint8Array>, number, new (...args: never[]) => Error]>([
      ["are too many", audioOf(400_001), 0, PayloadTooLargeError],
      ["are announced to be too many", audioOf(1), 400_001, PayloadTooLargeError],
      ["end early", endingIn(new RangeError("gone")), 0, RangeError],
      ["are none", textOf(""), 0, AudioUndecodableError],
      ["are no audio", textOf("la ".repeat(30_000)), 0, AudioUndecodableError],
    ])("stores nothing of bytes that %s", async (_what, bytes, announced, reason) => {
      const { store, folder } = await open(400_000);

      await expect(store.save(bytes, announced)).rejects.toThrow(reason);

      expect(await store.findOlderThan(-60_000)).toEqual([]);
      expect(await readdir(folder).catch(() => [])).toEqual([]);
    });

    it("accepts no more than twenty of the maximum size, until one is removed", async () => {
      const { store } = await open(1_000);
      const kept = [];
      for (let count = 0; count < 20; count++) kept.push(await store.save(audioOf(1_000)));

      await expect(store.save(audioOf(1_000), 1_000)).rejects.toThrow(AnalyzerBusyError);
      await store.remove(kept[0]!);

      expect((await store.save(audioOf(1_000), 1_000)).id).not.toBe(kept[0]!.id);
    });

    it("finds uploads by their age", async () => {
      const { store } = await open(1_000);
      const upload = await store.save(audioOf(1_000));

      expect(await store.findOlderThan(3_600_000)).toEqual([]);
      expect(await store.findOlderThan(-60_000)).toEqual([upload]);
    });
  });
}
