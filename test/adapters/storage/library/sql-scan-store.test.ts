import { SqlScanStore } from "../../../../src/adapters/storage/library/sql-scan-store.js";
import type { ScanCounts } from "../../../../src/domain/library/library-scan.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

const counts: ScanCounts = {
  ...{ added: 3, changed: 2, moved: 1, deleted: 0, unchanged: 4, failed: 0, unreachable: 0 },
};

describe.each(databaseSystems)("On %s, SqlScanStore", (system) => {
  const databases = openedDatabases(system);

  /** Opens the stores of two servers on one database. */
  async function opened() {
    const database = await databases.open();
    const clock = new ManualClock();
    const storeOf = () => new SqlScanStore({ database, clock, time: timeOf(clock) });
    return { clock, store: storeOf(), other: storeOf() };
  }

  it("lists nothing where nothing was scanned", async () => {
    const { store } = await opened();

    expect(await store.list()).toEqual({ scans: [], lastScan: null });
  });

  it("lists the scans of all servers, and how far they are, the earliest first", async () => {
    const { clock, store, other } = await opened();
    const startedAt = clock.now();
    await store.begin("b");
    clock.advance(1);
    await other.begin("a");
    const begun = await store.list();
    await other.report("a", { folder: "/music", filesSeen: 12, filesLeft: 5 });
    clock.advance(1_000);
    const later = await store.list();

    expect(begun).toEqual({
      scans: [
        { startedAt, filesSeen: 0, filesLeft: 0 },
        { startedAt: startedAt + 1, filesSeen: 0, filesLeft: 0 },
      ],
      lastScan: null,
    });
    expect(later.scans[1]).toEqual({
      ...{ startedAt: startedAt + 1, folder: "/music", filesSeen: 12, filesLeft: 5 },
    });
  });

  it("keeps the scan that ended last, and its result", async () => {
    const { clock, store, other } = await opened();
    const startedAt = clock.now();
    await store.begin("one");
    await other.begin("two");
    clock.advance(2_000);
    await other.end("two", { result: "failed" });
    const first = await other.list();
    clock.advance(1_000);
    await store.end("one", { result: "completed", counts });
    const second = await store.list();

    expect(first.scans).toHaveLength(1);
    expect(first.lastScan).toEqual({ startedAt, endedAt: startedAt + 2_000, result: "failed" });
    expect(second).toEqual({
      scans: [],
      lastScan: { startedAt, endedAt: startedAt + 3_000, result: "completed", counts },
    });
  });

  it("takes a scan of which nothing is heard for half a minute as aborted", async () => {
    const { clock, store, other } = await opened();
    const startedAt = clock.now();
    await store.begin("killed");
    clock.advance(2_000);
    await store.report("killed", { folder: "/music", filesSeen: 1, filesLeft: 1 });
    clock.advance(30_000);
    const before = await other.list();
    clock.advance(1_001);
    const after = await other.list();

    expect(before.scans).toHaveLength(1);
    expect(after).toEqual({
      scans: [],
      lastScan: { startedAt, endedAt: startedAt + 2_000, result: "aborted" },
    });
  });

  it("reads once a second, and at once what it has changed itself", async () => {
    const { clock, store, other } = await opened();
    await store.list();
    await other.begin("one");
    const kept = await store.list();
    clock.advance(1_000);
    const read = await store.list();

    expect([kept, read, await other.list()].map(({ scans }) => scans.length)).toEqual([0, 1, 1]);
  });
});
