import { type Database, openDatabase } from "../../../src/adapters/storage/database.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { waitUntil } from "../../wait-until.js";
import { MemoryFolders } from "./opened/memory-folders.js";
import { openedLibrary } from "./opened/opened-library.js";
import { openedScans } from "./opened/opened-scans.js";

/** Folders whose files are not read until the test lets them be. */
class HeldFolders extends MemoryFolders {
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.#release = resolve));
  readCount = 0;

  release(): void {
    this.#release();
  }

  override async read(
    ...found: Parameters<MemoryFolders["read"]>
  ): ReturnType<MemoryFolders["read"]> {
    this.readCount++;
    await this.#released;
    return super.read(...found);
  }
}

describe("A scan that others see", () => {
  let database: Database;
  beforeEach(async () => (database = await openDatabase({ url: "sqlite::memory:" })));
  afterEach(() => database.close());

  /** Opens a library that is scanned by one server, and seen by another. */
  function opened() {
    const clock = new ManualClock();
    const folders = new HeldFolders(["/music", "/more"]);
    folders.put("/music/Ann - Title", "a");
    folders.put("/music/deep/Bea - Title", "bb");
    folders.put("/more/Cid - Title", "ccc");
    const scans = openedScans(database, clock);
    const library = openedLibrary(database, { folders, store: new MemoryLibraryStore(), scans });
    const other = openedScans(database, clock);
    return { clock, folders, library, other };
  }

  it("shows the folder, the files that were seen, and those that are still to be read", async () => {
    const { clock, folders, library, other } = opened();
    const startedAt = clock.now();
    const scanning = library.scanAll();
    await waitUntil(() => folders.readCount === 2 && clock.sleeperCount === 1);

    clock.advance(1_000);
    await waitUntil(async () => {
      clock.advance(1);
      return (await other.list()).scans[0]?.filesSeen === 2;
    });
    const { scans } = await other.list();
    folders.release();
    await scanning;

    expect(scans).toEqual([{ startedAt, folder: "/music", filesSeen: 2, filesLeft: 2 }]);
  });

  it("shows what it has found when it has ended", async () => {
    const { clock, folders, library, other } = opened();
    folders.release();

    await library.scanAll();

    const times = { startedAt: clock.now(), endedAt: clock.now() };
    const counts = { added: 3, changed: 0, moved: 0, deleted: 0, unchanged: 0 };
    expect(await other.list()).toEqual({
      scans: [],
      lastScan: {
        ...{ ...times, result: "completed" },
        counts: { ...counts, failed: 0, unreachable: 0 },
      },
    });
  });

  it("shows that it was aborted, or has failed", async () => {
    const { clock, folders, library, other } = opened();
    folders.release();
    const resultOf = async (scanning: Promise<unknown>): Promise<unknown> => {
      await expect(scanning).rejects.toThrow();
      clock.advance(1_000);
      return (await other.list()).lastScan?.result;
    };

    const aborted = await resultOf(library.scanAll({ signal: AbortSignal.abort() }));
    folders.errors.set("/music/Ann - Title", new Error("a bug"));
    const failed = await resultOf(library.scanAll());

    expect([aborted, failed]).toEqual(["aborted", "failed"]);
  });

  it("is one for all disks, and one for each music server, of which none waits for a slow one", async () => {
    const { folders, library, other } = opened();
    folders.release();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const listed: string[] = [];
    const listFiles = folders.listFiles.bind(folders);
    folders.listFiles = async function* (...asked) {
      listed.push(asked[0]);
      if (asked[0] === "server:slow") await released;
      yield* listFiles(...asked);
    };
    Object.assign(folders, { folders: ["/music", "server:slow", "/more", "server:quick"] });

    const scanning = library.scanAll();
    const again = library.scan("server:slow");
    const quick = await library.scan("server:quick");
    const disk = await library.scan("/music");
    const [running, ...others] = (await other.list()).scans;
    const before = [...listed];
    release();
    const [all] = await Promise.all([scanning, again]);

    expect(quick).toMatchObject({ unchanged: 0 });
    expect(disk).toMatchObject({ unchanged: 2 });
    expect([running, others]).toMatchObject([{ filesSeen: 0 }, []]);
    expect(before.filter((folder) => folder === "server:slow")).toHaveLength(1);
    expect(listed.filter((folder) => folder === "server:slow")).toHaveLength(2);
    expect(all).toMatchObject({ added: 3 });
  });

  it("is none where the folder is refused", async () => {
    const { library, folders, other } = opened();
    folders.resolve = () => Promise.reject(new InvalidInputError("folder", "does not exist"));

    await expect(library.scan("/nowhere")).rejects.toThrow("does not exist");

    expect(await other.list()).toEqual({ scans: [], lastScan: null });
  });
});
