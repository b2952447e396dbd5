import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { AnalysisWriter } from "../../../src/services/analysis/analysis-writer.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";

const library: Analysis = { ...analysisOf("Pink Floyd", "Money"), source: "library" };
const upload: Analysis = { ...library, source: "upload" };
const excerpt: Analysis = { ...library, source: "deezer", excerptSeconds: 30 };

describe("AnalysisWriter", () => {
  let database: Database;
  let store: SqlAnalysisStore;
  let writer: AnalysisWriter;
  /** The failure to create the webhook deliveries, if any. */
  let failure: Error | undefined;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new SqlAnalysisStore({ database });
    failure = undefined;
    const deliveriesFor = (): Promise<[]> =>
      failure ? Promise.reject(failure) : Promise.resolve([]);
    writer = new AnalysisWriter({ store, deliveries: { deliveriesFor } });
  });
  afterEach(() => database.close());

  const stored = async (): Promise<Analysis | undefined> =>
    (await store.findMany([library.trackKey]))[0];

  it.each([
    ["an upload", upload, "an excerpt", excerpt],
    ["a library file", library, "an excerpt", excerpt],
    ["a library file", library, "an upload", upload],
  ])("stores that of %s instead of that of %s, and never the other way", async (...given) => {
    const [, better, , worse] = given;

    const isFirstStored = await writer.save(worse);
    const isBetterStored = await writer.save(better);
    const isWorseStored = await writer.save(worse);

    expect([isFirstStored, isBetterStored, isWorseStored]).toEqual([true, true, false]);
    expect(await stored()).toEqual(better);
  });

  it.each([library, upload, excerpt])("keeps the first of two equals: %j", async (first) => {
    const isStored = [await writer.save(first), await writer.save({ ...first, analyzedAt: 7 })];

    expect(isStored).toEqual([true, false]);
    expect(await stored()).toEqual(first);
  });

  it("replaces an analysis of an older version by one of any source", async () => {
    await writer.save({ ...library, version: 0 });

    expect(await writer.save(excerpt)).toBe(true);
    expect(await stored()).toEqual(excerpt);
  });

  it("keeps an analysis of a newer version, from whatever source", async () => {
    const newer = { ...excerpt, version: 2 };
    await writer.save(newer);

    expect(await writer.save(library)).toBe(false);
    expect(await stored()).toEqual(newer);
  });

  it("stores the best of those that arrive at once", async () => {
    const isStored = await Promise.all([library, upload, excerpt].map((it) => writer.save(it)));

    expect(isStored).toEqual([true, false, false]);
    expect(await stored()).toEqual(library);
  });

  it("stores one of two equals that processes store at the same time", async () => {
    const other = new AnalysisWriter({
      store: new SqlAnalysisStore({ database }),
      deliveries: { deliveriesFor: () => Promise.resolve([]) },
    });

    const isStored = await Promise.all([
      writer.save(library),
      other.save({ ...library, analyzedAt: 7 }),
    ]);

    expect(isStored).toEqual([true, false]);
    expect(await stored()).toEqual(library);
  });

  it("knows its own analysis where it was stored and the answer of the database was lost", async () => {
    let attempts = 0;
    const save: AnalysisStore["save"] = async (...given) => {
      const isStored = await store.save(...given);
      if (++attempts === 1) throw new StorageBusyError();
      return isStored;
    };
    const deliveries = { deliveriesFor: () => Promise.resolve([]) };
    const interrupted = new AnalysisWriter({ store: { save }, deliveries });

    expect(await interrupted.save(library)).toBe(true);
    expect(attempts).toBe(2);
  });

  it("stores one of two that are equal to the millisecond, such as two uploads", async () => {
    expect([await writer.save(upload), await writer.save({ ...upload })]).toEqual([true, false]);
  });

  it("stores nothing where the deliveries fail, and stores the next analysis", async () => {
    failure = new Error("no deliveries");
    const failing = writer.save(library);
    await expect(failing).rejects.toBe(failure);
    const after = await stored();
    failure = undefined;

    await writer.save(library);

    expect([after, await stored()]).toEqual([undefined, library]);
  });
});
