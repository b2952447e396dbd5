import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { FileTagJournal } from "../../../src/adapters/library/file-tag-journal.js";
import { FileTagReader } from "../../../src/adapters/library/file-tag-reader.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { correctedAnalysis } from "../../../src/domain/analysis/corrections.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import type { TagSettings } from "../../../src/domain/tagging/tag-settings.js";
import { MeasuredFiles } from "../../../src/services/tagging/measured-files.js";
import { TaggingService } from "../../../src/services/tagging/tagging-service.js";
import { TaggedPaths } from "../../../src/services/tagging/tagged-paths.js";
import type { RetaggedFiles } from "../../../src/services/tagging/retagged-files.js";
import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import {
  digests,
  files,
  never,
  stored,
  valuesOf,
  write as writeTags,
} from "../../adapters/library/tag-writing/tag-access.js";
import {
  recording,
  taggableFiles,
  textTag,
  wholeTag,
} from "../../adapters/library/tag-writing/taggable-files.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { libraryFile, MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";

const settings: TagSettings = {
  kinds: ["bpm", "key"],
  notation: "camelot",
  minConfidence: 0.5,
  bpmDecimals: 0,
  isOverwriting: false,
};
const flac = recording("tones-16.flac");
const mp3 = recording("tones-vbr.mp3");
const { recordingId } = measuredAudio();

let journalFolder: string;
let analyzer: FakeAnalyzer;
/** The stored analysis of all audio, if any. */
let known: Partial<Analysis> | undefined;
let library: MemoryLibraryStore;
/** The paths of the files that the library was asked to read again. */
let readAgain: string[];

beforeEach(async () => {
  journalFolder = await mkdtemp(join(tmpdir(), "overtone-journal-"));
  analyzer = new FakeAnalyzer({ tempo: 128, key: 9, mode: 0 });
  known = undefined;
  library = new MemoryLibraryStore();
  readAgain = [];
});

afterEach(async () => {
  await rm(journalFolder, { recursive: true, force: true });
  await removeMusicFolders();
});

const tags = new FileTagReader({ embedded: new InProcessTagReader() });

/** A service as a new process has it. */
function service(): TaggingService {
  const journal = new FileTagJournal({ folder: journalFolder, clock: new ManualClock() });
  const measured = new MeasuredFiles({
    digests: { digestOf: () => Promise.resolve({ recordingId, digest: "d1", bytes: 1 }) },
    analyses: { findMany: () => Promise.resolve([known as Analysis | undefined]) },
    analyzer,
  });
  const written = new TaggedPaths({ digests, library });
  const reread: RetaggedFiles["reread"] = (some) => {
    readAgain.push(...some.map(({ path }) => path));
    return Promise.resolve();
  };
  return new TaggingService({ files, journal, measured, written, tags, library: { reread } });
}

/** Lets a scan have found files, with the recordings that they hold. */
async function scanned(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found = await digests.digestOf(path);
    const place = { folder: dirname(path), relativePath: basename(path) };
    const holds = found && { recordingId: found.recordingId };
    await library.save([libraryFile("Ann", "Song", { ...place, ...holds })]);
  }
}

async function tagged(path: string, changes: Partial<TagSettings> = {}): Promise<void> {
  const tagging = service();
  const plan = await tagging.plan(path, { ...settings, ...changes }, never);
  const written = await tagging.write(plan, never);
  expect(written.problem).toBeUndefined();
}

async function undone(): Promise<readonly unknown[]> {
  const restored = [];
  for await (const file of service().undo(never)) restored.push(file);
  return restored;
}

describe("Tagging", () => {
  it("changes nothing until it is asked to write", async () => {
    const path = await stored(flac);

    const plan = await service().plan(path, settings, never);

    expect(plan.decisions.map(({ field, outcome }) => [field, outcome])).toEqual([
      ["bpm", "add"],
      ["key", "add"],
    ]);
    expect((await readFile(path)).equals(flac)).toBe(true);
    expect(await readdir(journalFolder)).toEqual([]);
  });

  it("writes what was measured, and has nothing to write afterwards", async () => {
    const path = await stored(flac);

    await tagged(path);
    const again = await service().plan(path, settings, never);

    expect(await valuesOf(path)).toEqual({ bpm: "128", key: "8A" });
    expect(again.decisions.map(({ outcome }) => outcome)).toEqual(["same", "same"]);
  });

  it("lets the library read a file again that it has written, and no other", async () => {
    const path = await stored(flac);

    await tagged(path);
    await tagged(path);

    expect(readAgain).toEqual([path]);
  });

  it("lets the library read again what a run has written that may have been killed", async () => {
    const [one, other] = [await stored(flac), await stored(flac)];
    await tagged(one);
    await tagged(other);
    readAgain = [];

    await service().finishKilled();

    expect(readAgain).toEqual([other]);
  });

  it("keeps what a person wrote", async () => {
    const path = await stored(flac);
    await writeTags(path, { key: [{ value: "Am" }] });

    await tagged(path);

    expect(await valuesOf(path)).toEqual({ bpm: "128", key: "Am" });
  });

  it("replaces what it wrote itself when another value is measured", async () => {
    const path = await stored(flac);
    await tagged(path);
    analyzer.answerWith({ tempo: 64, key: 9, mode: 0 });

    await tagged(path);

    expect(await valuesOf(path)).toEqual({ bpm: "64", key: "8A" });
  });

  it("uses the stored analysis of the same audio, and measures only without one", async () => {
    const path = await stored(flac);
    known = measuredAudio({ tempo: 99 });

    const plan = await service().plan(path, settings, never);
    known = { ...measuredAudio({ tempo: 99 }), excerptSeconds: 30 };
    const other = await service().plan(path, settings, never);

    expect(plan.decisions.map(({ value }) => value)).toEqual(["99"]);
    expect(other.decisions.map(({ value }) => value)).toEqual(["128", "8A"]);
    expect(analyzer.received).toHaveLength(1);
  });

  it("writes what users state, and leaves a value out that the music does not have", async () => {
    const path = await stored(flac);
    const measured = analysisOf("Ann", "One", { tempo: 99, key: 9, mode: 0 });
    known = correctedAnalysis(measured, { tempo: 198, key: null });

    const plan = await service().plan(path, { ...settings, minConfidence: 0.9 }, never);

    expect(plan.decisions.map(({ value }) => value)).toEqual(["198"]);
  });

  it("says what is wrong with a file that cannot be measured or written", async () => {
    const path = await stored(flac);
    analyzer.answerWith(new AudioUndecodableError("it is truncated"));

    const plan = await service().plan(path, settings, never);
    const gone = await service().plan(join(path, "gone"), settings, never);

    expect(plan.problem).toBe("The audio cannot be decoded: it is truncated");
    expect(gone.problem).toBeDefined();
    expect(await service().write(plan, never)).toBe(plan);
  });

  it("leaves a file as it is that a cue sheet divides into tracks", async () => {
    const path = await stored(flac, "disc.flac");
    const tracks = `TRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00`;
    await writeFile(join(dirname(path), "disc.cue"), `FILE "disc.flac" WAVE\n${tracks}`);

    const plan = await service().plan(path, settings, never);

    expect(plan).toMatchObject({
      decisions: [],
      problem: "a cue sheet divides it into tracks, which have one tag together",
    });
    expect(await service().write(plan, never)).toBe(plan);
    expect((await readFile(path)).equals(flac)).toBe(true);
  });
});

describe("Undoing", () => {
  it("restores the file byte for byte, and only once", async () => {
    const path = await stored(flac);
    await tagged(path);

    const restored = await undone();

    expect(restored).toEqual([{ path, restored: ["bpm", "key"], changedSince: [] }]);
    expect((await readFile(path)).equals(flac)).toBe(true);
    expect(readAgain).toEqual([path, path]);
    expect(await undone()).toEqual([]);
  });

  it.each([
    ...taggableFiles.filter(({ extension }) => extension !== "wav"),
    {
      name: "MP3 with Latin-1 texts that UTF-16 would replace",
      file: Buffer.concat([textTag(3, { TKEY: "\u00e9", TBPM: "101\0", TIT2: "Title" }), mp3]),
    },
    {
      name: "MP3 with UTF-16 and flags of a frame",
      file: Buffer.concat([
        wholeTag(3, Buffer.from("TBPM\0\0\0\x07\x40\0\x01\xff\xfe9\x009\0", "latin1")),
        mp3,
      ]),
    },
    { name: "FLAC without comments", file: bareFlac() },
  ])("restores $name byte for byte", async ({ file }) => {
    const path = await stored(file);

    await tagged(path, { isOverwriting: true });
    const written = await readFile(path);
    await undone();

    expect(written.equals(file)).toBe(false);
    expect((await readFile(path)).equals(file)).toBe(true);
  });

  it("restores freeform texts of MP4 that state no type", async () => {
    const path = await stored(recording("ffmpeg/tones-aac.m4a"));
    const name = "----:com.apple.iTunes:BPM";
    await writeTags(path, { bpm: [{ name, value: "101" }], key: [{ value: "8A" }] });
    const data = (type: string, text: string): string =>
      `data\0\0\0${type}${"\0".repeat(4)}${text}`;
    const text = (await readFile(path)).toString("latin1");
    const untyped = ["101", "8A"].reduce(
      (all, value) => all.replace(data("\x01", value), data("\0", value)),
      text,
    );
    await writeFile(path, untyped, "latin1");
    const before = await valuesOf(path);

    await tagged(path, { isOverwriting: true });
    await undone();

    expect(untyped).not.toBe(text);
    expect(before).toEqual({ bpm: "101", key: "8A" });
    expect((await readFile(path)).toString("latin1")).toBe(untyped);
  });

  it("restores the values of a journal of an earlier version", async () => {
    const path = await stored(flac);
    await tagged(path);
    const [run = ""] = await readdir(journalFolder);
    const line = { field: "key", before: [{ name: "KEY", value: "Am" }], after: [{ value: "8A" }] };
    await writeFile(join(journalFolder, run), JSON.stringify({ path, changes: [line] }));

    await undone();

    expect(await valuesOf(path)).toEqual({ bpm: "128", key: "Am" });
  });

  it("restores the last run first, then the one before", async () => {
    const path = await stored(flac);
    await writeTags(path, { key: [{ value: "Am" }] });
    await tagged(path);
    await tagged(path, { isOverwriting: true });

    await undone();
    const afterOne = await valuesOf(path);
    await undone();

    expect(afterOne).toEqual({ bpm: "128", key: "Am" });
    expect(await valuesOf(path)).toEqual({ key: "Am" });
  });

  it("keeps what a person has changed since", async () => {
    const path = await stored(flac);
    await tagged(path);
    await writeTags(path, { bpm: [{ value: "64" }] });

    const restored = await undone();

    expect(restored).toEqual([{ path, restored: ["key"], changedSince: ["bpm"] }]);
    expect(await valuesOf(path)).toEqual({ bpm: "64" });
  });

  it("does nothing to a file that was recorded and not written, as after a crash", async () => {
    const path = await stored(flac);
    await tagged(path);
    await writeFile(path, flac);
    const [run = ""] = await readdir(journalFolder);
    await appendFile(join(journalFolder, run), '{"path":"/half');

    expect(await undone()).toEqual([{ path, restored: [], changedSince: [] }]);
  });

  it("can be repeated for files that were away", async () => {
    const path = await stored(flac);
    await tagged(path);
    await rename(path, `${path}.away`);

    const [first] = await undone();
    await rename(`${path}.away`, path);
    await undone();

    expect(first).toMatchObject({ problem: "it does not exist" });
    expect((await readFile(path)).equals(flac)).toBe(true);
  });
});

describe("Undoing what was written to a file that was renamed since", () => {
  it("restores it where a scan has found it", async () => {
    const path = await stored(flac);
    await tagged(path);
    const now = `${path}.renamed.flac`;
    await rename(path, now);
    await scanned(now);

    const restored = await undone();

    expect(restored).toEqual([
      { path: now, writtenAt: path, restored: ["bpm", "key"], changedSince: [] },
    ]);
    expect(readAgain).toEqual([path, now]);
    expect((await readFile(now)).equals(flac)).toBe(true);
    expect(await undone()).toEqual([]);
  });

  it("leaves the file alone that has its name now", async () => {
    const path = await stored(flac);
    await tagged(path);
    const now = `${path}.renamed.flac`;
    await rename(path, now);
    await writeFile(path, mp3);
    await writeTags(path, { bpm: [{ value: "128" }], key: [{ value: "8A" }] });

    const [first] = await undone();
    await scanned(now);
    const [second] = await undone();

    expect(first).toMatchObject({
      path,
      restored: [],
      problem: expect.stringContaining("another recording") as string,
    });
    expect(second).toMatchObject({ path: now, restored: ["bpm", "key"] });
    expect(await valuesOf(path)).toEqual({ bpm: "128", key: "8A" });
  });

  it("leaves copies alone that have other values, or that it has written itself", async () => {
    const [one, other] = [await stored(flac), await stored(flac)];
    const tagging = service();
    for (const path of [one, other]) {
      await tagging.write(await tagging.plan(path, settings, never), never);
    }
    const [now, copy] = [`${one}.renamed.flac`, `${one}.copy.flac`];
    await rename(one, now);
    await writeFile(copy, flac);
    await scanned(now, copy, other);

    const restored = await undone();

    expect(restored).toMatchObject([{ path: other }, { path: now, writtenAt: one }]);
    for (const path of [now, copy, other]) expect(await valuesOf(path)).toEqual({});
  });

  it("restores none of several files that have what was written", async () => {
    const path = await stored(flac);
    await tagged(path);
    const [now, copy] = [`${path}.renamed.flac`, `${path}.copy.flac`];
    await rename(path, now);
    await copyFile(now, copy);
    await scanned(now, copy);

    expect(await undone()).toMatchObject([
      { path, restored: [], problem: expect.stringContaining("several files") as string },
    ]);
    expect(await valuesOf(now)).toEqual({ bpm: "128", key: "8A" });
  });

  it("replaces what it wrote to it when another value is measured", async () => {
    const path = await stored(flac);
    await tagged(path);
    const now = `${path}.renamed.flac`;
    await rename(path, now);
    analyzer = new FakeAnalyzer({ tempo: 64, key: 9, mode: 0 });

    await tagged(now);

    expect(await valuesOf(now)).toEqual({ bpm: "64", key: "8A" });
  });
});

/** The FLAC without its block of comments. */
function bareFlac(): Buffer {
  const parts = [flac.subarray(0, 4)];
  let at = 4;
  for (let isLast = false; !isLast;) {
    const end = at + 4 + flac.readUIntBE(at + 1, 3);
    isLast = flac.readUInt8(at) >= 0x80;
    const block = Buffer.from(flac.subarray(at, end));
    if ((block.readUInt8(0) & 0x7f) !== 4) parts.push(block);
    at = end;
  }
  const last = parts.at(-1);
  last?.writeUInt8(last.readUInt8(0) | 0x80, 0);
  return Buffer.concat([...parts, flac.subarray(at)]);
}
