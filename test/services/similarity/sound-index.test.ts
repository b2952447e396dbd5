import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlAnalysisFeed } from "../../../src/adapters/storage/analyses/sql-analysis-feed.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { SoundIndex } from "../../../src/services/similarity/sound-index.js";
import { openedDatabases } from "../../adapters/storage/opened-databases.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";

describe("SoundIndex", () => {
  const databases = openedDatabases();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-sounds-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A store and an index over the same file, as each process has its own. */
  const openProcess = async (): Promise<{ store: AnalysisStore; index: SoundIndex }> => {
    const database = await databases.open({ url: `sqlite:${join(folder, "overtone.db")}` });
    const index = new SoundIndex({ feed: new SqlAnalysisFeed({ database }) });
    return { store: new SqlAnalysisStore({ database }), index };
  };

  const keysOf = async (index: SoundIndex): Promise<unknown[]> =>
    index.read(({ trackKeys }) => [...trackKeys].sort());
  const keys = (...names: string[]): unknown[] =>
    names.map((trackName) => trackKeyFrom("Artist", trackName)).sort();

  it("includes at once what either of two processes saves, replaces and removes", async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    await one.store.save(analysisOf("Artist", "One", { energy: 0.1 }));
    const atFirst = [await keysOf(one.index), await keysOf(other.index)];
    await other.store.save(analysisOf("Artist", "Two"));
    await other.store.save(analysisOf("Artist", "One", { energy: 0.9 }));
    const energies = await one.index.read((table) =>
      [...table.column("energy").subarray(0, table.size)].sort(),
    );
    await one.store.remove([trackKeyFrom("Artist", "One")]);
    const atLast = [await keysOf(one.index), await keysOf(other.index)];

    expect(atFirst).toEqual([keys("One"), keys("One")]);
    expect(energies).toEqual([0.5, Math.fround(0.9)]);
    expect(atLast).toEqual([keys("Two"), keys("Two")]);
  });

  it("has the same spreads in all processes, whatever each has added and removed", async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    const spreadsIn = ({ index }: typeof one) => index.read(({ spreads }) => spreads);
    await spreadsIn(one);
    for (let track = 0; track < 30; track += 1) {
      const values = { energy: track / 30, tempo: 60 + track, loudness: -track };
      await one.store.save(analysisOf("Artist", `Track ${track}`, values));
      if (track % 3 === 0) await spreadsIn(one);
      if (track % 5 === 0) await one.store.remove([trackKeyFrom("Artist", `Track ${track}`)]);
    }

    const [followed, read] = [await spreadsIn(one), await spreadsIn(other)];

    expect(followed).toEqual(read);
    expect(await keysOf(one.index)).toHaveLength(24);
  });

  it("loads everything once for simultaneous requests", async () => {
    const database = await databases.open();
    const store = new SqlAnalysisStore({ database });
    await store.save(analysisOf("Artist", "One"));
    const feed = new SqlAnalysisFeed({ database });
    const reads: unknown[] = [];
    const index = new SoundIndex({
      feed: {
        revision: () => feed.revision(),
        findMany: (trackKeys) => feed.findMany(trackKeys),
        listChanges: (since, limit) => feed.listChanges(since, limit),
        listStored(after, limit) {
          reads.push(after);
          return feed.listStored(after, limit);
        },
      },
    });

    const ask = (): Promise<number> => index.read(({ size }) => size);
    const sizes = await Promise.all(Array.from({ length: 5 }, ask));

    expect(sizes).toEqual([1, 1, 1, 1, 1]);
    expect(reads).toEqual([undefined]);
  });

  it("yields to other work between reads, and continues after one that fails", async () => {
    const database = await databases.open();
    const index = new SoundIndex({ feed: new SqlAnalysisFeed({ database }) });
    const order: string[] = [];

    const failing = index.read(() => {
      order.push("first");
      throw new Error("of the work");
    });
    const following = index.read(() => order.push("second"));
    // One immediate is asked for in each turn of the process.
    const other = setImmediate(function goOn() {
      order.push("other");
      if (!order.includes("second")) setImmediate(goOn);
    });
    await expect(failing).rejects.toThrow("of the work");
    await following;

    clearImmediate(other);
    expect(order.slice(order.indexOf("first"), order.indexOf("second"))).toContain("other");
  });
});
