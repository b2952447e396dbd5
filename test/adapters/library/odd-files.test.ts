import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { openedLibrary } from "../../services/library/opened/opened-library.js";
import { musicFolder, removeMusicFolders } from "./music-folder.js";
import { taggedAiff } from "./tagged-audio.js";

describe("A scan", () => {
  let database: Database;
  let folder: string;
  let store: MemoryLibraryStore;
  let scan: () => Promise<ScanReport>;
  const embedded = new InProcessTagReader();
  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    folder = await musicFolder({ "Ann - Song.aiff": taggedAiff() });
    const logger = new RecordingLogger();
    const folders = new DiskLibraryFolders({ folders: [folder], logger, embedded });
    store = new MemoryLibraryStore();
    const library = openedLibrary(database, { folders, store });
    scan = () => library.scanAll();
  });
  afterEach(async () => {
    await database.close();
    await removeMusicFolders();
  });
  afterAll(() => embedded.close());

  /** Returns the reports as text, without the folder. */
  const told = (paths: readonly { path: string; reason: string }[]): string[] =>
    paths.map(({ path, reason }) => `${path.replace(`${folder}/`, "")}: ${reason}`).sort();

  it("reports random bytes and text with the name of audio, and stores none of them", async () => {
    for (let index = 0; index < 20; index++) {
      await writeFile(join(folder, `Bea - ${index}.mp3`), randomBytes(20_000 + 4_000 * index));
    }
    await writeFile(join(folder, "Bea - Text.mp3"), "Once upon a time …".repeat(1_000));

    const report = await scan();

    expect(report.added).toBe(1);
    expect(report.failed).toHaveLength(21);
    expect(report.failed[0]?.reason).toContain("not a known audio format");
    expect(await store.count()).toBe(1);
  });

  it("reports a file of no bytes, and one of zeros", async () => {
    await writeFile(join(folder, "empty.flac"), "");
    await writeFile(join(folder, "zeros.flac"), Buffer.alloc(100_000));

    const { failed } = await scan();

    expect(told(failed)).toEqual([
      expect.stringContaining("empty.flac: The audio cannot be decoded: the file is empty"),
      expect.stringContaining("zeros.flac: The audio cannot be decoded: its format is not a known"),
    ]);
  });

  it("reports files and folders whose names are not UTF-8, and reads the rest", async () => {
    const bytes = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), latin1(name)]);
    await writeFile(bytes("Motörhead - Überwachung.aiff"), taggedAiff());
    await mkdir(bytes("Björk"));
    await writeFile(bytes("Björk/Jóga.aiff"), taggedAiff());

    const { added, unreachable } = await scan();

    expect(added).toBe(1);
    expect(told(unreachable)).toEqual([
      "Bj\uFFFDrk: has a name that is not UTF-8; rename it",
      "Mot\uFFFDrhead - \uFFFDberwachung.aiff: has a name that is not UTF-8; rename it",
    ]);
  });

  it("reads names of 255 bytes, and names with any character that a name may have", async () => {
    const long = `${"ü".repeat(125)}.aiff`;
    const odd = "Ann - \n\t\u202E<b>&amp;'\";|*?\u{1F3B5}.aiff";
    for (const name of [long, odd]) await writeFile(join(folder, name), taggedAiff());

    expect(await scan()).toMatchObject({ added: 3, failed: [], unreachable: [] });
    expect(Buffer.byteLength(long)).toBe(255);
  });

  it("passes over a pipe with the name of audio", async () => {
    execFileSync("env", ["mkfifo", join(folder, "pipe.mp3")]);

    expect(await scan()).toMatchObject({ added: 1, failed: [], unreachable: [] });
  });

  it("runs after another one that was started at the same time", async () => {
    const reports = await Promise.all([scan(), scan()]);

    expect(reports.map(({ added, unchanged }) => [added, unchanged])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
