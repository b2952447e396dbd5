import { copyFile, mkdtemp, realpath, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import type { LibraryService } from "../../../src/services/library/library-service.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { openedLibrary } from "./opened/opened-library.js";

const demo = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));

describe("A scan of files whose disk does not respond", () => {
  let folder: string;
  let database: Database;
  let folders: DiskLibraryFolders;
  let embedded: InProcessTagReader;
  let service: LibraryService;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "overtone-unresponsive-")));
    await copyFile(join(demo, "The Copper Wires - Gravel Road.wav"), join(folder, "Ann - One.wav"));
    database = await openDatabase({ url: "sqlite::memory:" });
    embedded = new InProcessTagReader();
    folders = new DiskLibraryFolders({
      folders: [folder],
      logger: new RecordingLogger(),
      embedded,
    });
    service = openedLibrary(database, { folders, store: new MemoryLibraryStore() });
  });
  afterEach(async () => {
    await embedded.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("keeps their stored metadata and reports them as unreachable", async () => {
    await service.scanAll();
    await utimes(join(folder, "Ann - One.wav"), 1, 1);
    folders.read = () => Promise.reject(new AudioUnavailableError());

    const report = await service.scanAll();

    const path = join(folder, "Ann - One.wav");
    expect(report).toMatchObject({ failed: [], unreachable: [{ path }] });
    await expect(service.countFiles()).resolves.toBe(1);
  });
});
