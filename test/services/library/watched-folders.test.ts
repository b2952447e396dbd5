import { setImmediate as nextTurn } from "node:timers/promises";
import { neverAborted } from "../../../src/domain/abort-signals.js";
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
  #gate: Promise<void> = Promise.resolve();

  /** Lets no watch begin until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.#gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  async watch(folder: string, onChange: (paths: readonly string[]) => void) {
    await this.#gate;
    if (this.refused.has(folder)) throw new Error("no watches left");
    this.watched.set(folder, onChange);
    return {
      close: () => {
        this.watched.delete(folder);
        return Promise.resolve();
      },
    };
  }
}

describe("The watch of the library", () => {
  const scans: string[] = [];
  const gone = new Set<string>();
  /** What the scans of folders wait for. */
  const held = new Map<string, Promise<void>>();
  let readable: string[];
  let presence: string;
  let changes: ReportedChanges;
  let logger: RecordingLogger;
  let clock: ManualClock;
  let watch: LibraryWatch;
  beforeEach(() => {
    scans.length = 0;
    gone.clear();
    held.clear();
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
          return (held.get(folder) ?? Promise.resolve()).then(() => nothing);
        },
        scanAll: () => {
          const scanned = (held.get("all") ?? Promise.resolve()).then(() => nothing);
          return scanned.finally(() => void scans.push("all"));
        },
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

  /** Starts the watch, and forgets the scan of the start. */
  async function start(): Promise<void> {
    watch.start();
    await watch.scanFirst(neverAborted());
    scans.length = 0;
  }

  it("scans everything once at a start, after its watch began", async () => {
    const begin = changes.hold();
    watch.start();
    const scanning = watch.scanFirst(neverAborted());
    await pass(3);
    const before = [...scans];
    begin();
    await scanning;
    const watchedThen = [...changes.watched.keys()];
    await pass(30);

    expect(before).toEqual([]);
    expect(watchedThen).toEqual(["/music"]);
    expect(scans).toEqual(["all"]);
  });

  it("scans at a start although a watch does not begin, and the folder again once it has", async () => {
    const begin = changes.hold();
    watch.start();
    const scanning = watch.scanFirst(neverAborted());
    await pass(11);
    await scanning;
    const before = [...scans];
    begin();
    await pass(3);

    expect(before).toEqual(["all"]);
    expect(scans).toEqual(["all", "/music"]);
  });

  it("does not wait for its watch where the start ends", async () => {
    const begin = changes.hold();
    watch.start();
    const ending = new AbortController();
    const scanning = watch.scanFirst(ending.signal);
    ending.abort();
    await scanning;
    begin();

    expect(scans).toEqual(["all"]);
  });

  it("watches and scans a folder that was added within seconds where it is asked to look", async () => {
    await start();
    readable = ["/added", "/music"];
    watch.requestSurvey();
    await pass(3);

    expect([...changes.watched.keys()]).toEqual(["/music", "/added"]);
    expect(scans).toEqual(["/added"]);
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

  it("scans a folder of a disk while a music server is still listed, and the server not twice at once", async () => {
    readable = ["/music", "server:slow"];
    await start();
    let release: () => void = () => undefined;
    held.set("server:slow", new Promise((resolve) => (release = resolve)));
    presence = "changed";
    await pass(12);
    presence = "changed again";
    await pass(12);
    scans.length = 0;

    changes.watched.get("/music")?.(["/music/album/one.mp3"]);
    await pass(3);
    const meanwhile = [...scans];
    release();
    await pass(300);

    expect(meanwhile).toEqual(["/music/album"]);
    expect(scans).toEqual(["/music/album", "server:slow"]);
  });

  it("scans a folder while everything is scanned, and everything again afterwards only", async () => {
    await start();
    let release: () => void = () => undefined;
    held.set("all", new Promise((resolve) => (release = resolve)));
    clock.advance(3_600_000);
    await pass(2);
    watch.requestScan();
    await pass(2);

    changes.watched.get("/music")?.(["/music/album/one.mp3"]);
    await pass(3);
    const meanwhile = [...scans];
    release();
    await pass(2);

    expect(meanwhile).toEqual(["/music/album"]);
    expect(scans).toEqual(["/music/album", "all", "all"]);
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
    await start();
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
    await start();
    clock.advance(3_600_000);
    await pass(2);
    clock.advance(3_600_000);
    await pass(2);

    expect(scans).toEqual(["all", "all"]);
    const warned = logger.lines.filter(({ message }) => message.includes("cannot be watched"));
    expect(warned).toHaveLength(1);
  });
});
