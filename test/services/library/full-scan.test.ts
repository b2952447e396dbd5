import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";

describe("A full scan", () => {
  let database: Database;
  let store: MemoryLibraryStore;
  let folders: MemoryFolders;
  let library: LibraryService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new MemoryLibraryStore();
    folders = new MemoryFolders(["/music"]);
    // The first letter of a file is its audio.
    const digestOf = (path: string) => {
      const recordingId = recordingOf(folders.files.get(path)!.content.charAt(0));
      return Promise.resolve({ recordingId, bytes: 1 });
    };
    library = openedLibrary(database, { folders, store, digests: { digestOf } });
    folders.put("/music/Ann - Title", "a1");
    folders.put("/music/Bea - Title", "b1");
    folders.put("/music/Cid - Title", "c1");
    await library.scanAll();
    const analyses = new SqlAnalysisStore({ database });
    for (const file of await store.listFolder("/music")) {
      const recordingId = recordingOf(file.fingerprint.charAt(0));
      await analyses.save({ ...analysisOf(file.artist, "Title"), recordingId });
      await store.saveRecording(file, recordingId);
    }
  });
  afterEach(() => database.close());

  it("reads files whole whose size and times are as stored, and finds what has changed in them", async () => {
    folders.put("/music/Ann - Title", "a2", { hasCover: true });
    folders.put("/music/Bea - Title", "x1");

    const usual = await library.scanAll();
    const full = await library.scanAll({ isFull: true });

    expect(usual).toMatchObject({ changed: 0, unchanged: 3 });
    expect(full).toMatchObject({ changed: 2, unchanged: 1, added: 0, deleted: 0, failed: [] });
    const [ann, bea, cid] = await store.listFolder("/music");
    expect(ann).toMatchObject({ hasCover: true, recordingId: recordingOf("a") });
    expect(bea?.recordingId).toBeUndefined();
    expect(cid?.recordingId).toBe(recordingOf("c"));
  });
});
