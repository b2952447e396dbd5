import { RecentRecordings } from "../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../src/adapters/storage/analyses/sql-correction-store.js";
import { SqlGoneRecordings } from "../../../src/adapters/storage/analyses/sql-gone-recordings.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import type { GoneRecordings } from "../../../src/ports/analysis/gone-recordings.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { GoneAnalyses } from "../../../src/services/library/gone-analyses.js";
import { databaseSystems, openedDatabases } from "../../adapters/storage/opened-databases.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** More than are removed at once. */
const COUNT = 201;

/** Returns how many analyses a database has, what is gone included. */
async function countOf(store: AnalysisStore): Promise<number> {
  const order = { field: "artist", direction: "asc" } as const;
  return (await store.list({ filter: { presence: "any" }, order, first: 1 })).totalCount;
}

/** Begins to remove, as one server does. */
function startedOn(gone: Pick<GoneRecordings, "removeBefore">, clock: ManualClock, days?: number) {
  const logger = new RecordingLogger();
  const service = new GoneAnalyses({
    ...{ gone, clock, logger, failures: new FailureLog({ logger }) },
    keptMilliseconds: days === undefined ? undefined : days * DAY,
  });
  service.start();
  return { service, logger };
}

describe.each(databaseSystems)("On %s, analyses of what left the library", (system) => {
  const databases = openedDatabases(system);

  it("are removed with the hour in which their time has passed, by one of two servers", async () => {
    const clock = new ManualClock();
    const database = await databases.open();
    const recent = new RecentRecordings({ clock });
    const store = new SqlAnalysisStore({ database, recent, clock });
    const gone = new SqlGoneRecordings({ database, recent });
    const goneAt = clock.now();
    for (let at = 0; at < COUNT; at += 1) {
      await store.save({ ...analysisOf("Ann", `Song ${at}`), goneAt });
    }
    await store.save(analysisOf("Ann", "Stays"));
    const servers = [startedOn(gone, clock, 1), startedOn(gone, clock, 1)];
    const pass = async () => {
      clock.advance(HOUR);
      await waitUntil(() => clock.sleeperCountOf(HOUR) === servers.length);
    };

    for (let hours = 0; hours < 24; hours += 1) await pass();
    const before = await countOf(store);
    await pass();

    expect([before, await countOf(store)]).toEqual([COUNT + 1, 1]);
    const said = servers.flatMap(({ logger }) =>
      logger.lines.map(({ facts }) => Number(facts["count"])),
    );
    expect(said.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
    for (const { service } of servers) await service.close();
  });

  it("leave what the user states, which holds again when they are measured again", async () => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    const store = new SqlAnalysisStore({ database, recent });
    const corrections = new SqlCorrectionStore({ database, recent });
    const song = analysisOf("Ann", "Song", { tempo: 120 });
    await store.save({ ...song, goneAt: 1_000 });
    await corrections.change(song.recordingId, () => ({ tempo: 60 }), {
      ...{ at: 500, deliveriesOf: () => [] },
    });

    const gone = new SqlGoneRecordings({ database, recent });
    const removed = await gone.removeBefore(2_000, 10);
    await store.save(song);

    const [measured] = await store.findMany([song.recordingId]);
    expect(removed).toBe(1);
    expect(measured?.estimates.tempo).toMatchObject({ value: 60, method: "user" });
  });

  it("are kept forever where that is set", async () => {
    const clock = new ManualClock();
    const database = await databases.open();
    const recent = new RecentRecordings({ clock });
    const store = new SqlAnalysisStore({ database, recent, clock });
    await store.save({ ...analysisOf("Ann", "Song"), goneAt: 1_000 });

    const { service } = startedOn(new SqlGoneRecordings({ database, recent }), clock);

    expect(clock.sleeperCountOf(HOUR)).toBe(0);
    await service.close();
    expect(await countOf(store)).toBe(1);
  });
});

describe("The removal of what left the library", () => {
  it("goes on in the next hour where the database failed", async () => {
    const clock = new ManualClock();
    const calls: number[] = [];
    const removeBefore = (before: number): Promise<number> => {
      calls.push(before);
      return calls.length === 1 ? Promise.reject(new Error("no disk")) : Promise.resolve(0);
    };
    const { service, logger } = startedOn({ removeBefore }, clock, 1);

    for (let hours = 1; hours <= 2; hours += 1) {
      clock.advance(HOUR);
      await waitUntil(() => calls.length === hours && clock.sleeperCountOf(HOUR) === 1);
    }

    expect(logger.lines.filter(({ level }) => level === "error")).toHaveLength(1);
    await service.close();
  });
});
