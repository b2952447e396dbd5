import { setImmediate as nextTurn } from "node:timers/promises";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import type { FolderChanges } from "../../../src/ports/library/folder-changes.js";
import { LibraryWatch } from "../../../src/services/library/library-watch.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const nothing: ScanReport = {
  ...{ added: 0, changed: 0, moved: 0, deleted: 0, unchanged: 0 },
  ...{ failed: [], unreachable: [] },
};

/** Changes that the test reports. */
class ReportedChanges implements FolderChanges {
  readonly watched = new Map<string, (paths: readonly string[]) => void>();
  readonly refused = new Set<string>();

  watch(folder: string, onChange: (paths: readonly string[]) => void) {
    if (this.refused.has(folder)) return Promise.reject(new Error("no watches left"));
    this.watched.set(folder, onChange);
    return Promise.resolve({
      close: () => {
        this.watched.delete(folder);
        return Promise.resolve();
      },
    });
  }
}

describe("The watch of the library", () => {
  const scans: string[] = [];
  const gone = new Set<string>();
  let readable: string[];
  let presence: string;
  let changes: ReportedChanges;
  let logger: RecordingLogger;
  let clock: ManualClock;
  let watch: LibraryWatch;
  beforeEach(() => {
    scans.length = 0;
    gone.clear();
    readable = ["/music"];
    presence = "";
    changes = new ReportedChanges();
    logger = new RecordingLogger();
    clock = new ManualClock();
    watch = new LibraryWatch({
      library: {
        scan: (folder) => {
          if (gone.has(folder)) throw new InvalidInputError("folder", "does not exist");
          scans.push(folder);
          return Promise.resolve(nothing);
        },
        scanAll: () => Promise.resolve(nothing).finally(() => void scans.push("all")),
      },
      folders: {
        findActive: () => Promise.resolve(readable),
        presenceIn: () => Promise.resolve(presence),
      },
      scanIntervalMilliseconds: 3_600_000,
      failures: new FailureLog({ logger }),
      ...{ changes, clock, logger },
    });
  });
  afterEach(async () => {
    await watch.close();
    expect(changes.watched.size).toBe(0);
  });

  /** Lets time pass in steps as small as those of the watch. */
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 2; step++) {
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      clock.advance(500);
    }
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  }

  /** Starts the watch, and forgets the scan of what changed before it began. */
  async function start(): Promise<void> {
    watch.start();
    await pass(3);
    scans.length = 0;
  }

  it("scans a folder once it is watched, because the scan of the start may have passed what changed before", async () => {
    watch.start();
    await pass(30);

    expect(scans).toEqual(["/music"]);
  });

  it("watches and scans a folder anew where a disk below it comes or goes", async () => {
    await start();
    await pass(12);
    const before = scans.length;

    presence = "a disk";
    await pass(12);
    const after = scans.length;
    await pass(30);

    expect([before, after, scans.length]).toEqual([0, 1, 1]);
    expect(scans).toEqual(["/music"]);
    expect(changes.watched.size).toBe(1);
  });

  it("scans the folder of a change, and nothing where nothing changes", async () => {
    await start();
    await pass(30);
    expect(scans).toEqual([]);

    changes.watched.get("/music")?.(["/music/album/one.mp3"]);
    await pass(3);

    expect(scans).toEqual(["/music/album"]);
  });

  it("scans the folder above one that is gone", async () => {
    gone.add("/music/artist/album").add("/music/artist");
    await start();

    changes.watched.get("/music")?.(["/music/artist/album/one.mp3"]);
    await pass(3);

    expect(scans).toEqual(["/music"]);
  });

  it("reports a library folder that is gone, and goes on", async () => {
    gone.add("/music");
    watch.start();
    await pass(1);
    changes.watched.get("/music")?.(["/music/one.mp3"]);
    await pass(3);
    gone.clear();
    changes.watched.get("/music")?.(["/music/one.mp3"]);
    await pass(3);

    expect(scans).toEqual(["/music"]);
  });

  it("scans a folder whose disk has come, and watches it until it goes", async () => {
    await start();
    readable = ["/music", "/disk"];
    await pass(15);
    const during = [...changes.watched.keys()];
    readable = ["/music"];
    await pass(15);

    expect(scans).toEqual(["/disk"]);
    expect(during).toEqual(["/music", "/disk"]);
    expect([...changes.watched.keys()]).toEqual(["/music"]);
  });

  it("scans everything at an interval, also a folder that cannot be watched", async () => {
    changes.refused.add("/music");
    watch.start();
    await pass(1);
    clock.advance(3_600_000);
    await pass(2);
    clock.advance(3_600_000);
    await pass(2);

    expect(scans).toEqual(["all", "all"]);
    const warned = logger.lines.filter(({ message }) => message.includes("cannot be watched"));
    expect(warned).toHaveLength(1);
  });
});
