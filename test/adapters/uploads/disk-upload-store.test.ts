import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskUploadStore } from "../../../src/adapters/uploads/disk-upload-store.js";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { PayloadTooLargeError } from "../../../src/domain/errors/request-errors.js";

const limitBytes = 100_000;
const sound = Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1");

/** Yields audio of that many bytes, in parts. */
async function* partsOf(byteCount: number): AsyncGenerator<Uint8Array> {
  yield sound;
  for (let left = byteCount - sound.length; left > 0; left -= 10_000) {
    await Promise.resolve();
    yield new Uint8Array(Math.min(left, 10_000));
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield new Uint8Array(0);
}

async function* endingIn(error: Error): AsyncGenerator<Uint8Array> {
  yield sound;
  await Promise.resolve();
  throw error;
}

/** Bytes that do not arrive until they fail. */
function endless(): {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly fail: () => void;
  readonly isRequested: () => boolean;
} {
  let isRequested = false;
  let fail: () => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new RangeError("gone"));
  });
  failed.catch(() => undefined);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    isRequested = true;
    yield await failed;
  }
  return { bytes: bytes(), fail: () => fail(), isRequested: () => isRequested };
}

describe("DiskUploadStore", () => {
  let folder: string;
  let store: DiskUploadStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-uploads-"));
    store = new DiskUploadStore({ folder, limitBytes });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function filesLeft(): Promise<number> {
    const names = await readdir(folder, { recursive: true });
    return names.length;
  }

  it("stores the bytes unchanged until they are removed", async () => {
    const upload = await store.save(partsOf(limitBytes));

    const file = await store.open(upload);
    const kept = await readFile(file.path);
    await file.close();
    await store.remove(upload);
    await store.remove(upload);

    expect(kept.length).toBe(limitBytes);
    expect(kept.subarray(0, sound.length)).toEqual(sound);
    expect(await filesLeft()).toBe(0);
  });

  it.each<[string, () => Promise<unknown>, new (...args: never[]) => Error]>([
    ["are too many", () => store.save(partsOf(limitBytes + 1)), PayloadTooLargeError],
    ["are announced to be too many", () => store.save(partsOf(1), 1e9), PayloadTooLargeError],
    ["are none", () => store.save(nothing()), AudioUndecodableError],
    ["end early", () => store.save(endingIn(new RangeError("gone"))), RangeError],
  ])("stores nothing of bytes that %s", async (_what, save, reason) => {
    await expect(save()).rejects.toThrow(reason);

    expect(await filesLeft()).toBe(0);
  });

  it("refuses a long text after its first bytes", async () => {
    let isReadToTheEnd = false;
    async function* text(): AsyncGenerator<Uint8Array> {
      for (let part = 0; part < 9; part += 1) {
        await Promise.resolve();
        yield Buffer.alloc(10_000, "la ");
      }
      isReadToTheEnd = true;
    }

    await expect(store.save(text())).rejects.toThrow(AudioUndecodableError);

    expect(isReadToTheEnd).toBe(false);
  });

  it("accepts audio after a tag that is longer than the bytes that identify a format", async () => {
    const tag = Buffer.alloc(80_000);
    tag.write("ID3\x04\0\0\0\x04\x70\x76", "latin1");
    const flac = Buffer.from("fLaC\0\0\0\x22", "latin1");
    async function* parts(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      yield tag;
      yield flac;
    }

    const upload = await store.save(parts());

    const { path } = await store.open(upload);
    expect((await readFile(path)).length).toBe(80_008);
  });

  it("accepts no more while waiting uploads fill the available space", async () => {
    const kept = [];
    for (let count = 0; count < 20; count += 1) kept.push(await store.save(partsOf(limitBytes)));

    await expect(store.save(partsOf(sound.length))).rejects.toThrow(AnalyzerBusyError);
    await expect(store.save(partsOf(1), limitBytes)).rejects.toThrow(AnalyzerBusyError);
    await store.remove(kept[0]!);
    const later = await store.save(partsOf(limitBytes));

    expect(later.id).not.toBe(kept[0]!.id);
  });

  it.each([
    ["announced", 95_000],
    ["not announced", undefined],
  ])("fills its space with simultaneous uploads, %s", async (_how, announcedBytes) => {
    const all = Array.from({ length: 26 }, () => store.save(partsOf(95_000), announcedBytes));

    const outcomes = await Promise.allSettled(all);

    // 21 * 95,000 bytes fit into 20 * 100,000.
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(21);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(AnalyzerBusyError);
    }
    expect(await filesLeft()).toBe(21);
  });

  it("refuses an upload whose announced size does not fit before it reads a byte", async () => {
    const uploads = Array.from({ length: 20 }, () => endless());
    const arriving = uploads.map(({ bytes }) => store.save(bytes, limitBytes));
    const refused = endless();

    await expect(store.save(refused.bytes, limitBytes)).rejects.toThrow(AnalyzerBusyError);
    for (const { fail } of uploads) fail();
    await Promise.allSettled(arriving);
    const later = await store.save(partsOf(limitBytes), limitBytes);

    expect(refused.isRequested()).toBe(false);
    expect(await filesLeft()).toBe(1);
    await store.remove(later);
  });

  it("releases announced space that was not used", async () => {
    const short = Array.from({ length: 40 }, () => partsOf(sound.length));

    for (const bytes of short) await store.save(bytes, limitBytes);

    expect(await filesLeft()).toBe(40);
  });

  it("reports a full disk as a failure of the server", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const broken = new DiskUploadStore({ folder: file, limitBytes });

    await expect(broken.save(partsOf(10))).rejects.toThrow("could not be written");
  });

  it("has the uploads of an earlier start and of other processes, and counts their space", async () => {
    const earlier = [];
    for (let count = 0; count < 20; count += 1) earlier.push(await store.save(partsOf(limitBytes)));
    const later = new DiskUploadStore({ folder, limitBytes });

    const { path } = await later.open(earlier[0]!);
    const refused = later.save(partsOf(sound.length));
    await expect(refused).rejects.toThrow(AnalyzerBusyError);
    await store.remove(earlier[0]!);
    const accepted = await later.save(partsOf(limitBytes));

    expect(path).toBe(join(folder, earlier[0]!.id));
    await store.remove(earlier[1]!);
    await later.remove(accepted);
    expect(await filesLeft()).toBe(18);
  });

  it("reports an upload that is not stored any more", async () => {
    const upload = await store.save(partsOf(sound.length));
    await store.remove(upload);

    const opening = store.open(upload);

    await expect(opening).rejects.toThrow(AudioUndecodableError);
    await expect(opening).rejects.toThrow("send it again");
  });

  it("finds old uploads, and what earlier versions have left", async () => {
    const [old, fresh] = [await store.save(partsOf(99)), await store.save(partsOf(99))];
    await mkdir(join(folder, "4194999-a"));
    await writeFile(join(folder, "4194999-a", "upload"), "RIFF");
    for (const name of [old.id, "4194999-a"]) await utimes(join(folder, name), 1_000, 1_000);

    const found = await store.findOlderThan(3_600_000);
    for (const upload of found) await store.remove(upload);

    expect(found.map(({ id }) => id).sort()).toEqual([old.id, "4194999-a"].sort());
    expect(await readdir(folder)).toEqual([fresh.id]);
  });

  it("finds nothing when no upload was ever stored", async () => {
    const never = new DiskUploadStore({ folder: join(folder, "never"), limitBytes });

    expect(await never.findOlderThan(0)).toEqual([]);
  });
});
