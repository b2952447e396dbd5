import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { type DatabaseOptions, openDatabase } from "../../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { unlimitedBudget } from "../../../../src/domain/work-budget.js";
import { similarityFields } from "../../../../src/domain/catalogue/similarity.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { replaceBytes } from "../../../contracts/analyses/replaced-bytes.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import type { SlicedWork } from "../../../../src/ports/analysis/sound-catalogue.js";
import { isCollected } from "../../../collected.js";
import { waitUntil } from "../../../wait-until.js";
import { recordingsOf } from "./recordings-of.js";

describe("CatalogueIndex", () => {
  it("finds initials with and without dots, and symbols only as they are written", async () => {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const store = new SqlAnalysisStore({ database });
    await store.save(analysisOf("R.E.M.", "Stand"));
    await store.save(analysisOf("Lumen & the Tides", "Harbour Lights"));
    await store.save(analysisOf("emoji 🎵", "Smile"));

    const found = await Promise.all(
      ["R.E.M.", "rem", "🎵", "lumen & tides"].map(async (text) => {
        const order = { field: "artist", direction: "asc" } as const;
        const { items } = await store.list({ filter: { text }, order });
        return items.map(({ trackName }) => trackName);
      }),
    );

    expect(found).toEqual([["Stand"], ["Stand"], ["Smile"], ["Harbour Lights"]]);
    await database.close();
  });
});

describe.each(databaseSystems)("CatalogueIndex as a SoundCatalogue on %s", (system) => {
  const databases = openedDatabases(system);
  let url: string;

  beforeEach(async () => {
    url = await databases.createUrl();
  });

  /** A store and a catalogue over the same database, as each process has its own. */
  const openProcess = async (options: Partial<DatabaseOptions> = {}) => {
    const database = await databases.open({ url, ...options });
    return {
      store: new SqlAnalysisStore({ database }),
      files: new SqlLibraryStore({ database }),
      catalogue: new CatalogueIndex(database),
    };
  };
  type Process = Awaited<ReturnType<typeof openProcess>>;

  const recordingsIn = ({ catalogue }: Process): Promise<unknown[]> =>
    catalogue.read((table) => [...recordingsOf(table)].sort());
  const recordings = (...names: string[]): unknown[] =>
    names.map((trackName) => analysisOf("Artist", trackName).recordingId).sort();

  it("keeps no answer when its caller has it", async () => {
    const { catalogue } = await openProcess();
    const answers: WeakRef<object>[] = [];
    for (let read = 0; read < 3; read++) {
      answers.push(new WeakRef(await catalogue.read(() => ({ read }))));
    }
    await catalogue.read(() => undefined);

    for (const answer of answers) expect(await isCollected(answer)).toBe(true);
  });

  it("returns the values of a track, absent ones included, and its recording", async () => {
    const { store, catalogue } = await openProcess();
    await store.save(analysisOf("Artist", "06 - One", { tempo: 123.456789, key: null }));

    const [measured, tempo, key] = await catalogue.read((table) => [
      table.measuredAt(0),
      table.coordinates("tempo")[0],
      table.coordinates("key")[0],
    ]);

    const others = Object.fromEntries(similarityFields.map((field) => [field, 0.5]));
    expect(measured).toEqual({
      recordingId: analysisOf("Artist", "06 - One").recordingId,
      artist: "artist",
      title: "06 one",
      values: { ...others, tempo: 123.456789, key: null },
      embedding: null,
    });
    expect([tempo, key]).toEqual([Math.fround(Math.log2(123.456789)), NaN]);
  });

  it("includes at once what either of two processes saves, replaces and removes", async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    await one.store.save(analysisOf("Artist", "One", { energy: 0.1 }));
    const atFirst = [await recordingsIn(one), await recordingsIn(other)];
    await other.store.save(analysisOf("Artist", "Two"));
    await other.store.save(analysisOf("Artist", "One", { energy: 0.9 }));
    const energies = await one.catalogue.read((table) =>
      [...table.coordinates("energy").subarray(0, table.size)].sort(),
    );
    await replaceBytes(one.files, analysisOf("Artist", "One"));
    const atLast = [await recordingsIn(one), await recordingsIn(other)];

    expect(atFirst).toEqual([recordings("One"), recordings("One")]);
    expect(energies).toEqual([0.5, Math.fround(0.9)]);
    expect(atLast).toEqual([recordings("Two"), recordings("Two")]);
  });

  it("has the same spreads in all processes, whatever each has added and removed", async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    const spreadsIn = ({ catalogue }: Process) => catalogue.read(({ spreads }) => spreads);
    await spreadsIn(one);
    for (let track = 0; track < 30; track += 1) {
      const values = { energy: track / 30, tempo: 60 + track, loudness: -track };
      await one.store.save(analysisOf("Artist", `Track ${track}`, values));
      if (track % 3 === 0) await spreadsIn(one);
      if (track % 5 === 0) await replaceBytes(one.files, analysisOf("Artist", `Track ${track}`));
    }

    const [followed, read] = [await spreadsIn(one), await spreadsIn(other)];

    expect(followed).toEqual(read);
    expect(await recordingsIn(one)).toHaveLength(24);
  });

  it("begins work in slices anew where the table changes meanwhile", async () => {
    const { store, catalogue } = await openProcess();
    await store.save(analysisOf("Artist", "One"));
    let hasChanged = false;
    const sizes: number[] = [];

    const answering = catalogue.readInSlices(function* (table): SlicedWork<readonly unknown[]> {
      sizes.push(table.size);
      while (!hasChanged) yield;
      yield;
      return [...recordingsOf(table)].sort();
    }, {});
    await waitUntil(() => sizes.length > 0);
    await store.save(analysisOf("Artist", "Two"));
    await catalogue.current();
    hasChanged = true;

    expect(await answering).toEqual(recordings("One", "Two"));
    expect(sizes).toEqual([1, 2]);
  });

  it("ends work in slices whose caller aborts, and reads on for others", async () => {
    const process = await openProcess();
    await process.store.save(analysisOf("Artist", "One"));
    const caller = new AbortController();
    let steps = 0;
    const endless = process.catalogue.readInSlices(
      function* (): SlicedWork<never> {
        for (;;) {
          steps += 1;
          yield;
        }
      },
      { budget: unlimitedBudget(caller.signal) },
    );
    const other = recordingsIn(process);
    await waitUntil(() => steps > 0);

    caller.abort(new Error("left"));

    await expect(endless).rejects.toThrow("left");
    expect(await other).toEqual(recordings("One"));
  });

  it("ends work whose table changes again and again", async () => {
    const { store, catalogue } = await openProcess();
    await store.save(analysisOf("Artist", "0"));
    let runs = 0;
    let isAnswered = false;

    const answering = catalogue
      .readInSlices(function* (table): SlicedWork<number> {
        runs += 1;
        const { size } = table;
        while (table.size === size && runs < 9) yield;
        return runs;
      }, {})
      .finally(() => (isAnswered = true));
    for (let saved = 1; !isAnswered; saved += 1) {
      await store.save(analysisOf("Artist", `${saved}`));
      await catalogue.current();
    }

    expect(await answering).toBe(9);
  });

  it("loads everything once for simultaneous requests", async () => {
    const statements: string[] = [];
    const { store, catalogue } = await openProcess({ onStatement: (sql) => statements.push(sql) });
    await store.save(analysisOf("Artist", "One"));

    const ask = (): Promise<number> => catalogue.read(({ size }) => size);
    const page = { filter: {}, order: { field: "artist", direction: "asc" } } as const;
    const [sizes] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, ask)),
      catalogue.listIds(page),
    ]);

    expect(sizes).toEqual([1, 1, 1, 1, 1]);
    expect(statements.filter((sql) => sql.includes('left join "analyses"'))).toHaveLength(1);
  });

  it("yields to other work between reads, and continues after one that fails", async () => {
    const { catalogue } = await openProcess();
    const order: string[] = [];

    const failing = catalogue.read(() => {
      order.push("first");
      throw new Error("of the work");
    });
    const following = catalogue.read(() => order.push("second"));
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
