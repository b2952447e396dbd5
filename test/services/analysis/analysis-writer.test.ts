import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { AnalysisWriter } from "../../../src/services/analysis/analysis-writer.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const library: Analysis = { ...analysisOf("Pink Floyd", "Money"), source: "library" };
const upload: Analysis = { ...library, source: "upload", recordingId: recordingOf("upload") };
const excerpt: Analysis = {
  ...library,
  source: "deezer",
  excerptSeconds: 30,
  recordingId: recordingOf("excerpt"),
};

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
    const openDeliveries = (): Promise<() => []> =>
      failure ? Promise.reject(failure) : Promise.resolve(() => []);
    writer = new AnalysisWriter({ store, deliveries: { openDeliveries } });
  });
  afterEach(() => database.close());

  const stored = async (): Promise<Analysis | undefined> =>
    (await store.findMany([library.trackKey]))[0];

  it("stores the analyses of several recordings of one name, which means the preferred one", async () => {
    const isStored = await Promise.all([excerpt, upload, library].map((it) => writer.save(it)));

    expect(isStored).toEqual([true, true, true]);
    expect(await stored()).toEqual(library);
    const ids = [excerpt, upload, library].map(({ recordingId }) => recordingId);
    expect(await store.findMany(ids)).toEqual([excerpt, upload, library]);
  });

  it("keeps an analysis of a newer version of its recording", async () => {
    const newer = { ...library, version: 2 };
    await writer.save(newer);

    expect(await writer.save(library)).toBe(false);
    expect(await stored()).toEqual(newer);
  });

  it("knows its own analysis where it was stored and the answer of the database was lost", async () => {
    let attempts = 0;
    const save: AnalysisStore["save"] = async (...given) => {
      const isStored = await store.save(...given);
      if (++attempts === 1) throw new StorageBusyError();
      return isStored;
    };
    const deliveries = { openDeliveries: () => Promise.resolve(() => []) };
    const interrupted = new AnalysisWriter({ store: { save }, deliveries });

    expect(await interrupted.save(library)).toBe(true);
    expect(attempts).toBe(2);
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
