import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";

describe("A scan", () => {
  let database: Database;
  let analyses: SqlAnalysisStore;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let library: LibraryService;
  /** The files that were read whole. */
  let readPaths: string[];

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    analyses = new SqlAnalysisStore({ database });
    store = new MemoryLibraryStore();
    folders = new MemoryFolders(["/music", "/more"]);
    readPaths = [];
    // The first letter of a file is its audio.
    const digestOf = (path: string) => {
      readPaths.push(path);
      const recordingId = recordingOf(folders.files.get(path)!.content.charAt(0));
      return Promise.resolve({ recordingId, bytes: 1 });
    };
    library = openedLibrary(database, { folders, store, digests: { digestOf } });
    folders.put("/music/Ann - Title", "a");
    folders.put("/music/deep/Bea - Title", "bb");
    folders.put("/music/deeper/Cid - Title", "ccc");
    folders.put("/more/Dan - Title", "dddd");
  });
  afterEach(() => database.close());

  /** Returns the artists of the files in the library, by their folder. */
  async function storedIn(folder: string): Promise<string> {
    return (await store.listFolder(folder))
      .map(({ artist }) => artist)
      .sort()
      .join(" ");
  }

  it("adds the files of all folders, and then finds them unchanged", async () => {
    folders.missing = [{ path: "/gone", reason: "does not exist" }];

    const first = await library.scanAll();
    const second = await library.scanAll();

    const none = { added: 0, changed: 0, moved: 0, deleted: 0, unchanged: 0, failed: [] };
    const { missing: unreachable } = folders;
    expect(first).toEqual({ ...none, added: 4, unreachable });
    expect(second).toEqual({ ...none, unchanged: 4, unreachable });
    expect([await storedIn("/music"), await storedIn("/more")]).toEqual(["Ann Bea Cid", "Dan"]);
    expect(await library.countFiles()).toBe(4);
  });

  it.each([
    ["whose tags alone have changed", "a with tags", 2, "a"],
    ["that was only touched", "a", 2, "a"],
    ["whose audio has changed", "x", 2, undefined],
    ["whose audio has changed to that of another file", "b", 2, "b"],
  ])("reads a file again %s, and knows its recording where it is analysed", async (...given) => {
    const [, content, modifiedAt, audio] = given;
    await library.scanAll();
    for (const file of await store.listFolder("/music")) {
      const recordingId = recordingOf(file.fingerprint.charAt(0));
      await analyses.save({ ...analysisOf(file.artist, "Title"), recordingId });
      await store.saveRecording(file, recordingId);
    }
    folders.put("/music/Ann - Title", content, { modifiedAt });

    const report = await library.scanAll();

    const [ann, bea] = await store.listFolder("/music");
    expect(report).toMatchObject({ changed: 1, unchanged: 3, added: 0, moved: 0, deleted: 0 });
    expect([ann?.recordingId, bea?.recordingId]).toEqual([
      audio && recordingOf(audio),
      recordingOf("b"),
    ]);
  });

  it("keeps the recording of a moved file without reading all of it", async () => {
    await library.scanAll();
    const [ann] = await store.listFolder("/music");
    await store.saveRecording(ann!, recordingOf("a"));
    folders.files.delete("/music/Ann - Title");
    folders.put("/music/far/Ann - Title", "a");

    await library.scanAll();

    const moved = (await store.listFolder("/music")).find(({ artist }) => artist === "Ann");
    expect(ann?.addedAt).toEqual(expect.any(Number));
    expect(moved).toMatchObject({
      relativePath: "far/Ann - Title",
      addedAt: ann?.addedAt,
      recordingId: recordingOf("a"),
    });
    expect(readPaths).toEqual([]);
  });

  it("knows a moved file from a copy and from a new one", async () => {
    await library.scanAll();
    folders.files.delete("/music/Ann - Title");
    folders.put("/music/far/Ann - Title", "a");
    folders.put("/music/far/Bea - Title", "bb");
    folders.put("/music/far/Eve - Title", "e");

    const report = await library.scanAll();

    expect(report).toMatchObject({ moved: 1, added: 2, deleted: 0, changed: 0, unchanged: 3 });
    const paths = (await store.listFolder("/music")).map(({ relativePath }) => relativePath);
    expect(paths.filter((path) => path.endsWith("Ann - Title"))).toEqual(["far/Ann - Title"]);
  });

  it("counts what is new, gone and unchanged in all folders", async () => {
    folders.put("/more/Eve - Title", "e");
    await library.scanAll();
    for (const path of ["/music/Ann - Title", "/more/Dan - Title"]) folders.files.delete(path);
    for (const folder of ["/music", "/more"]) folders.put(`${folder}/Fay - Title`, folder);

    const report = await library.scanAll();

    expect(report).toMatchObject({ added: 2, deleted: 2, unchanged: 3 });
  });

  it("removes what is gone below the folder that it scans, and nothing beside it", async () => {
    await library.scanAll();
    folders.files.delete("/music/Ann - Title");
    folders.files.delete("/music/deep/Bea - Title");
    folders.files.delete("/music/deeper/Cid - Title");
    folders.put("/music/deep/Eve - Title", "e");

    const report = await library.scan("/music/deep");

    expect(report).toMatchObject({ added: 1, deleted: 1, unchanged: 0 });
    expect(await storedIn("/music")).toBe("Ann Cid Eve");
  });

  it("keeps what it cannot reach, and nothing beside it", async () => {
    await library.scanAll();
    for (const path of ["/music/deep", "/music/Ann - Title"]) folders.unreachable.set(path, "EIO");
    folders.files.delete("/music/deeper/Cid - Title");

    const report = await library.scan("/music");

    const unreachable = ["/music/deep", "/music/Ann - Title"];
    expect(report.unreachable).toEqual(unreachable.map((path) => ({ path, reason: "EIO" })));
    expect(report).toMatchObject({ deleted: 1, unchanged: 0 });
    expect(await storedIn("/music")).toBe("Ann Bea");
  });

  it("keeps all files of a folder that it cannot reach, or that is empty now", async () => {
    await library.scanAll();
    folders.unreachable.set("/music", "EIO");
    folders.files.delete("/more/Dan - Title");

    const report = await library.scanAll();

    const reason = expect.stringContaining("is empty") as unknown;
    expect(report).toMatchObject({ deleted: 0 });
    expect(report.unreachable).toEqual([
      { path: "/music", reason: "EIO" },
      { path: "/more", reason },
    ]);
    expect(await library.countFiles()).toBe(4);
  });

  it("reports a file that is not audio, and removes what was stored of it", async () => {
    await library.scanAll();
    const damage = new AudioUndecodableError("it is damaged");
    folders.put("/music/Ann - Title", "changed");
    folders.errors.set("/music/Ann - Title", damage);

    const report = await library.scanAll();

    expect(report.failed).toEqual([{ path: "/music/Ann - Title", reason: damage.message }]);
    expect(report).toMatchObject({ changed: 0, added: 0, unchanged: 3, unreachable: [] });
    expect(await storedIn("/music")).toBe("Bea Cid");
  });

  it("fails for an error that says nothing about a file, and removes nothing", async () => {
    await library.scanAll();
    const bug = new Error("a bug");
    folders.put("/music/Ann - Title", "changed");
    folders.errors.set("/music/Ann - Title", bug);
    folders.files.delete("/music/deep/Bea - Title");

    await expect(library.scanAll()).rejects.toBe(bug);

    expect(await storedIn("/music")).toBe("Ann Bea Cid");
  });

  it("stores files by the hundred, and reports its progress after each", async () => {
    for (let index = 0; index < 250; index++) folders.put(`/new/${index} - Title`, `${index}`);
    const all = new MemoryFolders(["/new"]);
    for (const [path, file] of folders.files) all.files.set(path, file);
    const scans = openedLibrary(database, { folders: all, store });
    const steps: unknown[] = [];
    const onProgress = async (done: number, total: number): Promise<void> =>
      void steps.push([done, total, await store.count()]);

    const first = await scans.scanAll({ onProgress: (...step) => void onProgress(...step) });
    all.put("/new/One more - Title", "one");
    await scans.scanAll({ onProgress: (...step) => void onProgress(...step) });

    expect(first.added).toBe(250);
    expect(steps).toEqual([
      ...[
        [0, 250, 0],
        [100, 250, 100],
        [200, 250, 200],
        [250, 250, 250],
      ],
      ...[
        [250, 251, 250],
        [251, 251, 251],
      ],
    ]);
  });

  it("keeps what it has stored when it is aborted, and removes nothing", async () => {
    await library.scanAll();
    folders.files.delete("/more/Dan - Title");
    for (let index = 0; index < 150; index++) folders.put(`/more/${index} - Title`, `${index}`);
    const stopping = new AbortController();
    const onProgress = (done: number): void => void (done === 100 && stopping.abort());

    const scanning = library.scanAll({ onProgress, signal: stopping.signal });

    await expect(scanning).rejects.toMatchObject({ name: "AbortError" });
    expect(await library.countFiles()).toBe(4 + 100);
    await expect(library.scanAll({ signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await storedIn("/more")).toMatch(/ Dan$/);
  });

  it("waits for another one, and runs although that failed", async () => {
    folders.errors.set("/music/Ann - Title", new Error("a bug"));
    const order: string[] = [];

    const failing = library.scanAll().catch(() => order.push("failed"));
    folders.errors.clear();
    const second = library.scan("/music").then(() => order.push("second"));
    await Promise.all([failing, second]);

    expect(order.at(-1)).toBe("second");
    expect(await storedIn("/music")).toBe("Ann Bea Cid");
  });
});
