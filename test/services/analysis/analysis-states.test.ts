import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";
import type { RememberedFailures } from "../../../src/services/analysis/remembered-failures.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { runJobs } from "../jobs/run-jobs.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";

const [money, time] = [analysisOf("Pink Floyd", "Money"), analysisOf("Pink Floyd", "Time")];
const unknown = trackKeyFrom("nobody", "nothing");
const textOf = (state: AnalysisState | undefined): unknown =>
  state?.state === "ready" ? state.analysis : state?.state;

describe("The states of analyses", () => {
  let database: Database;
  let store: CountingAnalysisStore;
  let jobs: InProcessJobQueue;
  let failures: RememberedFailures;
  let states: AnalysisStates;

  beforeEach(async () => {
    const clock = new ManualClock();
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock });
    failures = rememberedFailures(database, { clock });
    states = new AnalysisStates({ store, jobs, analyzer: new FakeAnalyzer(), failures });
  });
  afterEach(async () => {
    await jobs.close();
    await database.close();
  });

  it("are in the order of the keys, and read the store for unknown analyses only", async () => {
    await store.save(money);
    const trackKeys = [unknown, money.trackKey, time.trackKey];

    const found = await states.findMany(trackKeys, new Map([[time.trackKey, time]]));

    expect(found.map(textOf)).toEqual(["not_requested", money, time]);
    expect(store.reads).toEqual([[unknown, money.trackKey], [unknown]]);
  });

  it("read nothing when all analyses are known", async () => {
    const found = await states.findMany([money.trackKey], new Map([[money.trackKey, money]]));

    expect(found.map(textOf)).toEqual([money]);
    expect(store.reads).toEqual([]);
  });

  it("read an analysis again that is known in an older version", async () => {
    const known = new Map([money, time].map((it) => [it.trackKey, { ...it, version: 0 }]));
    await store.save(money);

    const found = await states.findMany([money.trackKey, time.trackKey], known);

    expect(found.map(textOf)).toEqual([money, "not_requested"]);
  });

  it("are ready with an analysis of an older version, also while it is repeated", async () => {
    const older = { ...money, version: 0 };
    const track = { ...money, artwork: { kind: "none" }, providers: [] } as const;
    await store.save(older);
    await jobs.add({ track });

    expect(textOf(await states.get(money.trackKey))).toEqual(older);
  });

  it("are ready where another server has an analysis of a newer version", async () => {
    const newer = { ...money, version: new FakeAnalyzer().version + 1 };
    await store.save(newer);

    expect(textOf(await states.get(money.trackKey))).toEqual(newer);
  });

  it("are ready where the job ended between the reads of the store and of the jobs", async () => {
    const findStates = jobs.findStates.bind(jobs);
    jobs.findStates = async (names) => {
      await store.save(money);
      return findStates(names);
    };

    const found = await states.get(money.trackKey);

    expect(textOf(found)).toEqual(money);
  });

  it("are ready before anything else, then those of the job, then those of a failure", async () => {
    const { trackKey, artist, trackName } = money;
    const track = {
      trackKey,
      artist,
      trackName,
      artwork: { kind: "none" },
      providers: [],
    } as const;
    let end: () => void = () => undefined;
    runJobs(jobs, () => new Promise((resolve) => (end = () => resolve(undefined))));
    const seen: unknown[] = [];
    const look = async (): Promise<void> => void seen.push(textOf(await states.get(trackKey)));

    await look();
    await failures.remember(
      { name: trackKey, trackKey },
      new AudioUndecodableError("it is damaged"),
    );
    await look();
    await jobs.add({ track });
    await look();
    await store.save(money);
    await look();
    end();

    expect(seen).toEqual(["not_requested", "failed", "processing", money]);
  });
});
