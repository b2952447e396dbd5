import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import type { DirectoryState } from "../../../src/domain/library/library-directory.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";

const DISK: DirectoryState = { inode: 2, bornAt: 1_000, isMount: true };
const MOUNT_POINT: DirectoryState = { inode: 70, bornAt: 500, isMount: false };

describe("A scan of a library with a disk mounted in it", () => {
  let database: Database;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let logger: RecordingLogger;
  let library: LibraryService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new MemoryLibraryStore();
    folders = new MemoryFolders(["/music"]);
    logger = new RecordingLogger();
    library = openedLibrary(database, { folders, store, logger });
    folders.put("/music/Ann - Title", "a");
    mountDisk();
  });
  afterEach(() => database.close());

  function mountDisk(state = DISK): void {
    folders.directories.set("/music/nas", state);
    folders.put("/music/nas/Bea - Title", "bb");
    folders.put("/music/nas/deep/Cid - Title", "ccc");
  }

  /** Takes the disk away; its mount point is as given, and does not exist where that is absent. */
  function unmountDisk(mountPoint?: DirectoryState): void {
    for (const path of folders.files.keys()) {
      if (path.startsWith("/music/nas/")) folders.files.delete(path);
    }
    folders.directories.delete("/music/nas");
    if (mountPoint) folders.directories.set("/music/nas", mountPoint);
  }

  const artists = async (): Promise<string> =>
    (await store.listFolder("/music"))
      .map(({ artist }) => artist)
      .sort()
      .join(" ");

  const messages = (): readonly string[] =>
    logger.lines.filter(({ message }) => message.startsWith("Files")).map(({ level }) => level);

  it.each([
    ["is empty", MOUNT_POINT, "is empty"],
    ["does not exist", undefined, "does not exist, where a disk was mounted"],
  ])(
    "keeps its files where the mount point %s, says it once, and that they are back",
    async (...given) => {
      const [, mountPoint, reason] = given;
      await library.scanAll();
      unmountDisk(mountPoint);

      const first = await library.scanAll();
      const second = await library.scanAll();
      const [folder] = await library.listFolders();

      const away = { path: "/music/nas", reason: expect.stringContaining(reason) as string };
      expect(first).toMatchObject({ deleted: 0, unchanged: 1, unreachable: [away] });
      expect(second).toEqual(first);
      expect(folder?.away).toEqual([{ ...away, fileCount: 2 }]);
      expect(messages()).toEqual(["warn"]);
      expect(await artists()).toBe("Ann Bea Cid");

      mountDisk();
      const third = await library.scanAll();

      expect(third).toMatchObject({ deleted: 0, unchanged: 3, unreachable: [] });
      expect((await library.listFolders())[0]?.away).toEqual([]);
      expect(messages()).toEqual(["warn", "info"]);
    },
  );

  it("keeps its files where its mount point has others", async () => {
    await library.scanAll();
    unmountDisk(MOUNT_POINT);
    folders.put("/music/nas/Dan - Title", "dddd");

    const report = await library.scanAll();

    expect(report).toMatchObject({ added: 1, deleted: 0 });
    expect(report.unreachable[0]?.reason).toContain("is not a mounted disk any more");
    expect(await artists()).toBe("Ann Bea Cid Dan");
  });

  it("keeps its files where another disk is mounted in its place", async () => {
    await library.scanAll();
    unmountDisk({ ...DISK, bornAt: 2_000 });
    folders.put("/music/nas/Dan - Title", "dddd");

    const report = await library.scanAll();

    expect(report.unreachable[0]?.reason).toContain("as where another disk is mounted");
    expect(await artists()).toBe("Ann Bea Cid Dan");
  });

  it("removes what was deleted on it, also where all of it was", async () => {
    await library.scanAll();
    folders.files.delete("/music/nas/Bea - Title");
    const one = await library.scanAll();
    folders.files.delete("/music/nas/deep/Cid - Title");
    folders.put("/music/nas/Dan - Title", "dddd");

    const all = await library.scanAll();

    expect([one.deleted, all.deleted, all.unreachable]).toEqual([1, 1, []]);
    expect(await artists()).toBe("Ann Dan");
  });

  it("keeps nothing for ever where the files are there without the disk", async () => {
    await library.scanAll();
    unmountDisk(MOUNT_POINT);
    folders.put("/music/nas/Bea - Title", "bb");

    const report = await library.scanAll();

    expect(report).toMatchObject({ deleted: 1, unchanged: 2, unreachable: [] });
  });

  it("keeps its files where only a folder below it is scanned", async () => {
    await library.scanAll();
    unmountDisk(MOUNT_POINT);
    folders.put("/music/nas/deep/Dan - Title", "dddd");

    const report = await library.scan("/music/nas/deep");

    expect(report).toMatchObject({ added: 1, deleted: 0 });
    expect(report.unreachable[0]?.path).toBe("/music/nas");
  });

  it("keeps its files in a library of before directories were known, if its mount point is empty", async () => {
    await library.scanAll();
    await database.kysely.deleteFrom("libraryDirectories").execute();
    unmountDisk(MOUNT_POINT);

    await library.scanAll();

    expect(await artists()).toBe("Ann Bea Cid");
  });

  it("finds files that were moved from it to another folder", async () => {
    await library.scanAll();
    unmountDisk(MOUNT_POINT);
    folders.put("/music/local/Bea - Title", "bb");
    folders.put("/music/local/Cid - Title", "ccc");

    const report = await library.scanAll();

    expect(report).toMatchObject({ moved: 2, deleted: 0, unreachable: [] });
  });

  it("forgets its files when they are removed, and finds them again when it is back", async () => {
    await library.scanAll();
    const [, bea] = await store.listFolder("/music");
    await store.saveRecording(bea!, recordingOf("b"));
    unmountDisk(MOUNT_POINT);
    await library.scanAll();

    const removed = await library.removeFolder("/music/nas");
    const after = await library.scanAll();

    expect(removed).toMatchObject({ folder: "/music/nas", fileCount: 2 });
    expect(after).toMatchObject({ unchanged: 1, deleted: 0, unreachable: [] });
    await expect(library.removeFolder("/music/nas")).rejects.toThrow("must be a folder");
    mountDisk();
    expect(await library.scanAll()).toMatchObject({ added: 2, unchanged: 1 });
  });
});

describe("A scan of a folder that is empty", () => {
  let database: Database;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let library: LibraryService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new MemoryLibraryStore();
    folders = new MemoryFolders(["/music"]);
    library = openedLibrary(database, { folders, store });
    folders.put("/music/Ann - Title", "a");
  });
  afterEach(() => database.close());

  /** Fills and empties a folder between two scans, and returns the second. */
  async function emptied(fileCount: number, state: Partial<DirectoryState>) {
    folders.directories.set("/music/new", { inode: 5 });
    for (let index = 0; index < fileCount; index++) {
      folders.put(`/music/new/${index} - Title`, `content ${index}`);
    }
    await library.scanAll();
    for (let index = 0; index < fileCount; index++) {
      folders.files.delete(`/music/new/${index} - Title`);
    }
    folders.directories.set("/music/new", state);
    return library.scanAll();
  }

  it("removes the files that someone has deleted, because the folder is the same", async () => {
    expect(await emptied(3, { inode: 5 })).toMatchObject({ deleted: 3, unreachable: [] });
  });

  it.each([
    ["is another one", 1, { inode: 6 }],
    ["was created since", 1, { inode: 5, bornAt: 9 }],
    ["had many files", 100, { inode: 5 }],
  ])("keeps the files where it %s", async (_, fileCount, state) => {
    const report = await emptied(fileCount, state);

    expect(report).toMatchObject({ deleted: 0, unreachable: [{ path: "/music/new" }] });
    folders.directories.delete("/music/new");
    expect(await library.scanAll()).toMatchObject({ deleted: fileCount, unreachable: [] });
  });
});
