import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { libraryFile, MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";

describe("A scan of a folder with another library folder in it", () => {
  let database: Database;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let library: LibraryService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const stored = ["Ann", "Bea"].map((artist) =>
      libraryFile(artist, "Title", {
        ...{ folder: "/music/jazz", relativePath: `sub/${artist} - Title` },
        ...{ fingerprint: artist, sizeBytes: 3, modifiedAt: 1 },
      }),
    );
    store = new MemoryLibraryStore(stored);
    folders = new MemoryFolders(["/music"]);
    library = openedLibrary(database, { folders, store });
    for (const { artist } of stored) folders.put(`/music/jazz/sub/${artist} - Title`, artist);
  });
  afterEach(() => database.close());

  const countsOf = async (): Promise<readonly number[]> =>
    Promise.all(["/music", "/music/jazz"].map(async (one) => (await store.listFolder(one)).length));

  it("moves the files of that folder, so that none is stored twice", async () => {
    const report = await library.scanAll();

    expect(report).toMatchObject({ moved: 2, added: 0, changed: 0, deleted: 0 });
    expect(await countsOf()).toEqual([2, 0]);
  });

  it("removes those that are gone, where it finds others of that folder", async () => {
    folders.files.delete("/music/jazz/sub/Ann - Title");

    await library.scanAll();

    expect(await countsOf()).toEqual([1, 0]);
  });

  it("keeps them where it finds none, because their disk may be away", async () => {
    folders.files.clear();
    folders.put("/music/Cid - Title", "c");

    await library.scanAll();

    expect(await countsOf()).toEqual([1, 2]);
  });

  it("keeps those that it cannot reach or read now", async () => {
    folders.put("/music/jazz/Cid - Title", "c");
    folders.unreachable.set("/music/jazz/sub/Ann - Title", "EIO");
    folders.errors.set("/music/jazz/sub/Bea - Title", new AudioUnavailableError());
    await store.save([
      libraryFile("Cid", "Title", { folder: "/music/jazz", relativePath: "Cid - Title" }),
    ]);

    const report = await library.scanAll();

    expect(await countsOf()).toEqual([1, 2]);
    expect(report.unreachable).toEqual([
      { path: "/music/jazz/sub/Ann - Title", reason: "EIO" },
      { path: "/music/jazz/sub/Bea - Title", reason: "cannot be read at the moment" },
    ]);
  });

  it("moves only the files of the part that it scans", async () => {
    folders.put("/music/jazz/part/Cid - Title", "c");
    const relativePath = "part/Cid - Title";
    await store.save([libraryFile("Cid", "Title", { folder: "/music/jazz", relativePath })]);

    await library.scan("/music/jazz/part");

    expect(await countsOf()).toEqual([1, 2]);
  });

  it("leaves them where it scans a folder beside", async () => {
    folders.put("/music/rock/Cid - Title", "c");

    await library.scan("/music/rock");

    expect(await countsOf()).toEqual([1, 2]);
  });
});
