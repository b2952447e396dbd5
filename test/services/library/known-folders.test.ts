import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { libraryFile, MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";

const plain = { away: [], isAdded: false, isPaused: false };

describe("The library", () => {
  let database: Database;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let library: LibraryService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new MemoryLibraryStore();
    folders = new MemoryFolders(["/music"]);
    library = openedLibrary(database, { folders, store });
  });
  afterEach(() => database.close());

  it("lists the folders with files and the configured ones, ordered by path", async () => {
    folders.missing = [{ path: "/away", reason: "does not exist" }];
    await store.save([libraryFile("Ann", "Title"), libraryFile("Bea", "Title")]);
    await store.save([libraryFile("Cid", "Title", { folder: "/old" })]);

    expect(await library.listFolders()).toStrictEqual([
      { ...plain, folder: "/away", fileCount: 0, isConfigured: true, problem: "does not exist" },
      { ...plain, folder: "/music", fileCount: 2, isConfigured: true },
      { ...plain, folder: "/old", fileCount: 1, isConfigured: false },
    ]);
  });

  it.each([
    ["by its path", "/old"],
    ["by a link to it", "/link-to-old"],
    ["by its path, which is a link by now", "/old", "/elsewhere"],
  ])("removes the files of a folder %s", async (_how, path, canonical = "/old") => {
    folders.links.set(path, canonical);
    await store.save([
      libraryFile("Ann", "Title"),
      libraryFile("Bea", "Title", { folder: "/old" }),
    ]);

    const removed = await library.removeFolder(path);

    expect(removed).toEqual({ ...plain, folder: "/old", fileCount: 1, isConfigured: false });
    expect(await store.listFolders()).toEqual([{ folder: "/music", fileCount: 1 }]);
  });

  it("names the folders with files where a folder has none", async () => {
    const empty = library.removeFolder("/music");
    await expect(empty).rejects.toThrow("the library has no folder");
    await store.save(["/b", "/a"].map((folder) => libraryFile("Ann", "Title", { folder })));

    const unknown = library.removeFolder("/music");

    await expect(unknown).rejects.toThrow('the library has "/a", "/b"');
    await expect(unknown).rejects.toMatchObject({ facts: { parameter: "folder" } });
  });

  it("has for a track the cover of the first of its files that has one", async () => {
    const put = (name: string, hasCover: boolean, modifiedAt: number) =>
      store.save([libraryFile("Ann", "Title", { relativePath: name, hasCover, modifiedAt })]);
    await put("plain", false, 4);
    await put("gone", true, 3);
    await put("second", true, 2);
    await put("third", true, 1);
    for (const name of ["plain", "second", "third"]) folders.put(`/music/${name}`, "x");

    const cover = await library.findCover(trackKeyFrom("Ann", "Title"));

    expect(Buffer.from(cover!.bytes).toString()).toBe("second");
    expect(await library.findCover(trackKeyFrom("Bea", "Title"))).toBeUndefined();
  });
});
