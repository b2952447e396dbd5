import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DiskLibraryFolders } from "../../../../src/adapters/library/disk-library-folders.js";
import {
  EmbeddedTagReader,
  type EmbeddedTagReaderOptions,
} from "../../../../src/adapters/library/tags/embedded-tag-reader.js";
import type { FileReading } from "../../../../src/adapters/library/tags/tag-exchange.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { recordingPath } from "../../decoder/recordings.js";
import { builtTagThread } from "../../threads/built-threads.js";
import { taggedAiff } from "../tagged-audio.js";

/** A tag thread that behaves as the name of the file says. */
const misbehavingSource = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ wanted, file: only, files, path = only?.path ?? files.map(({ file }) => file.relativePath).join() }) => {
    if (wanted === "files without tags") {
      parentPort.postMessage({ files: files.map(() => ({ fingerprint: "f" })) });
      return;
    }
    if (path.includes("hang")) for (;;);
    if (path.includes("heap")) for (const heap = [];;) heap.push(Array.from({ length: 9999 }, (_, at) => "entry " + at));
    const named = (artist) => ({ artist, hasCover: false });
    const read = files?.map(({ file }) => ({ fingerprint: "f", tags: named(file.relativePath === "thread" ? String(threadId) : file.relativePath) }));
    parentPort.postMessage({ tags: { tags: named(path) }, files: read });
  });
`;

const opened: EmbeddedTagReader[] = [];

function opening(options: EmbeddedTagReaderOptions = {}): EmbeddedTagReader {
  const reader = new EmbeddedTagReader(options);
  opened.push(reader);
  return reader;
}

function misbehaving(options: EmbeddedTagReaderOptions = {}): EmbeddedTagReader {
  const url = `data:text/javascript,${encodeURIComponent(misbehavingSource)}`;
  return opening({ workerUrl: new URL(url), maxHeapMegabytes: 32, ...options });
}

function reading(reader: EmbeddedTagReader, relativePath: string): Promise<FileReading> {
  return reader.readFile({ folders: ["/music"], file: { folder: "/music", relativePath } });
}

/** Returns the ids of the threads that read many files at the same time. */
async function threadsOf(reader: EmbeddedTagReader): Promise<ReadonlySet<unknown>> {
  const read = await Promise.all(Array.from({ length: 200 }, () => reading(reader, "thread")));
  return new Set(read.map((one) => "tags" in one && one.tags.artist));
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "overtone-tags-"));
});

afterAll(async () => {
  await Promise.all(opened.map((reader) => reader.close()));
  await rm(folder, { recursive: true, force: true });
});

async function written(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe("Tags that are read in a thread", () => {
  it("are those of the file", async () => {
    const path = await written("tagged.aiff", taggedAiff({ TPE1: "Ann", TIT2: "Song" }));

    const found = await opening().findTags({ path });

    expect(found).toMatchObject({ tags: { artist: "Ann", trackName: "Song" } });
  });

  it.each(["hang", "heap"])("are empty when the thread must be terminated (%s)", async (fault) => {
    const logger = new RecordingLogger();
    const reader = misbehaving({ logger, timeoutMilliseconds: fault === "hang" ? 3_000 : 60_000 });

    const found = await reader.findTags({ path: fault });
    const next = await reader.findTags({ path: "answer" });

    expect(found).toBeUndefined();
    expect(next?.tags.artist).toBe("answer");
    expect(logger.lines).toEqual([
      {
        level: "warn",
        message: "Reading the tags of a file exceeded its time or memory limit.",
        facts: { path: fault, reason: expect.any(String) as string },
      },
    ]);
  });

  it("do not block the event loop while a thread hangs", async () => {
    const reader = misbehaving({ timeoutMilliseconds: 1_000 });
    let turnCount = 0;
    const turns = setInterval(() => (turnCount += 1), 10);

    await reader.findTags({ path: "hang" });
    clearInterval(turns);

    expect(turnCount).toBeGreaterThan(5);
  });

  it("are empty for a tag of more than 17 MiB, which is not read", async () => {
    const sound = Buffer.alloc(1_000);
    const head = Buffer.from("ID3\x04\0\0\x09\0\0\0", "latin1");
    const path = await written(
      "large.mp3",
      Buffer.concat([head, Buffer.alloc(9 * 2 ** 21), sound]),
    );

    const found = await opening({ workerUrl: builtTagThread }).findTags({ path });

    expect(found).toBeUndefined();
  });

  it("are empty for a WAV of tens of thousands of empty chunks", async () => {
    const logger = new RecordingLogger();
    const chunk = Buffer.from("junk\0\0\0\0", "latin1");
    const channels = [new Float32Array(8_000)];
    const chunksBefore = Array.from({ length: 60_000 }, () => chunk);
    const path = await written(
      "chunks.wav",
      wavBytes({ channels, sampleRate: 8_000, chunksBefore }),
    );

    const found = await opening({
      logger,
      timeoutMilliseconds: 600_000,
      workerUrl: builtTagThread,
    }).findTags({ path });

    expect(found).toBeUndefined();
    expect(logger.lines).toEqual([]);
  });

  it("are replaced by the file name when they take too long to read", async () => {
    const name = "Ann - hang.wav";
    await written(name, wavBytes({ channels: [new Float32Array(800)], sampleRate: 8_000 }));
    const embedded = misbehaving({ timeoutMilliseconds: 3_000 });
    const folders = new DiskLibraryFolders({
      folders: [folder],
      logger: new RecordingLogger(),
      embedded,
    });
    const [canonical = ""] = (await folders.survey()).folders;
    const state = { sizeBytes: 1, modifiedAt: 1, changedAt: 1, inode: 1 };
    const file = { folder: canonical, relativePath: name, ...state };

    const read = await folders.read(file);

    expect(read).toMatchObject({ artist: "Ann", trackName: "hang", hasCover: false });
  });

  it("are those of all other files that were read together with one that takes too long", async () => {
    const logger = new RecordingLogger();
    const reader = misbehaving({ logger, timeoutMilliseconds: 3_000 });
    const names = ["first", "hang", "third", "fourth"];

    const read = await Promise.all(names.map((relativePath) => reading(reader, relativePath)));

    const named = (artist: string) => ({ fingerprint: "f", tags: { artist, hasCover: false } });
    expect(read).toEqual([named("first"), { fingerprint: "f" }, named("third"), named("fourth")]);
    expect(logger.lines).toMatchObject([{ facts: { path: "/music/hang" } }]);
  });

  it("are read by one thread where they are few", async () => {
    const reader = misbehaving({ aloneMilliseconds: 600_000 });

    const threads = await threadsOf(reader);

    expect(threads.size).toBe(1);
  });

  it("are read by more than one thread where they have waited for a time", async () => {
    const reader = misbehaving({ aloneMilliseconds: 0 });
    await reading(reader, "first");

    const threads = await threadsOf(reader);

    expect(threads.size).toBeGreaterThan(1);
  });

  it("do not wait for a file that hangs", async () => {
    const reader = misbehaving({ aloneMilliseconds: 10 });
    let hasEnded = false;
    void reading(reader, "hang")
      .finally(() => (hasEnded = true))
      .catch(() => undefined);
    await new Promise(setImmediate);

    const read = await reading(reader, "other");

    expect([read, hasEnded]).toEqual([
      { fingerprint: "f", tags: { artist: "other", hasCover: false } },
      false,
    ]);
  });

  it("are no longer read after the reader is closed", async () => {
    const reader = opening();
    await reader.close();

    const reading = reader.findTags({ path: recordingPath("tones-16.flac") });

    await expect(reading).rejects.toThrow("closed");
  });
});
