import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import { claimNext, jobOf, keyOf } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";

describe.each(databaseSystems)("A long queue on %s", (system) => {
  const databases = openedDatabases(system);
  const clock = new ManualClock();
  const queueOn = (database: Database): SqlJobQueue =>
    new SqlJobQueue({
      ...{ database, time: timeOf(clock), clock, version: 1, concurrency: 1, limit: 10_000 },
    });

  it("numbers the jobs behind the first thousand by their places", async () => {
    const database = await databases.open();
    const queue = queueOn(database);
    const jobs = Array.from({ length: 1_002 }, (_, at) => jobOf(`${at}`));
    for (const job of jobs) await queue.add(job, "background");
    await queue.add(jobOf("awaited"));

    const before = await queue.findStates([0, 998, 999, 1_001].map((at) => keyOf(jobs[at]!)));
    await claimNext(queue);
    const delayed = await claimNext(queue);
    await queue.fail(delayed, { code: "TIMED_OUT", message: "", facts: {} }, 1_000);
    const after = await queue.findStates([0, 1, 1_001].map((at) => keyOf(jobs[at]!)));

    expect(before).toMatchObject([1, 999, 1_000, 1_002].map((position) => ({ position })));
    // The one that waits for another attempt stands behind those that are numbered.
    expect(after).toMatchObject([1_000, 0, 1_000].map((position) => ({ position })));
    await queue.close();
  });
});

describe("The queues of several processes on PostgreSQL", () => {
  const databases = openedDatabases("PostgreSQL");

  it("do not wait for each other when they remove jobs that have ended", async () => {
    const clock = new ManualClock();
    const options = { clock, time: timeOf(clock), version: 1, concurrency: 1, limit: 10 };
    const database = await databases.open();
    const queue = new SqlJobQueue({ ...options, database });
    await queue.add(jobOf("ended"));
    await queue.complete(await claimNext(queue));
    await queue.add(jobOf("next"));
    clock.advance(60_000);

    const claim = await database.kysely.transaction().execute(async (other) => {
      await other
        .selectFrom("analysisJobs")
        .select("id")
        .where("state", "=", "ended")
        .forUpdate()
        .execute();
      return claimNext(queue);
    });

    expect(claim).toMatchObject({ job: { track: { trackName: "next" } } });
    await queue.close();
  });
});
