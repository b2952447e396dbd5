import { sql } from "kysely";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { describeJobLeases } from "../../contracts/job-leases.contract.js";
import { describeJobQueue } from "../../contracts/job-queue.contract.js";
import { claimNext, jobOf, keyOf } from "../../contracts/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";

const version = 1;

describe.each(databaseSystems)("On %s,", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  describeJobQueue(
    "SqlJobQueue",
    async (options) =>
      new SqlJobQueue({
        ...{ ...options, version, time: timeOf(options.clock) },
        database: await databases.open(),
      }),
  );

  describeJobLeases("SqlJobQueue", async ({ queues, limit, clock }) => {
    const database = await databases.open();
    const options = { database, time: timeOf(clock), version, concurrency: 1, limit, clock };
    return Array.from({ length: queues }, () => new SqlJobQueue(options));
  });

  describe("SqlJobQueue", () => {
    const options = { concurrency: 1, limit: 10, clock: new ManualClock() };

    it("hands out and shows no job of another analysis version", async () => {
      const database = await databases.open();
      const time = timeOf(options.clock);
      const [older, newer] = [1, 2].map(
        (version) => new SqlJobQueue({ ...options, database, time, version }),
      ) as [SqlJobQueue, SqlJobQueue];
      const job = jobOf("one");

      await older.add(job);
      const before = await newer.findStates([keyOf(job)]);
      await newer.add(job);
      const claims = [await claimNext(newer), await claimNext(older)];

      expect(before).toEqual([undefined]);
      expect(claims[0]!.job.id).not.toBe(claims[1]!.job.id);
    });

    it("removes ended jobs after a minute", async () => {
      const database = await databases.open();
      const clock = new ManualClock();
      const queue = new SqlJobQueue({ ...options, clock, database, time: timeOf(clock), version });
      await queue.add(jobOf("one"));
      await queue.complete(await claimNext(queue));

      const counts: number[] = [];
      for (const milliseconds of [59_999, 60_000]) {
        clock.advance(milliseconds);
        await queue.add(jobOf("two"));
        await queue.release(await claimNext(queue));
        counts.push(
          (await database.kysely.selectFrom("analysisJobs").select("id").execute()).length,
        );
      }

      expect(counts).toEqual([2, 1]);
    });

    it("knows the time of the database in milliseconds", async () => {
      const { kysely, system } = await databases.open();
      const before = Date.now();

      const { rows } = await sql<{ now: number }>`select ${databaseTimes[system]()} as now`.execute(
        kysely,
      );

      expect(rows[0]!.now).toBeGreaterThanOrEqual(before - 1);
      expect(rows[0]!.now).toBeLessThanOrEqual(Date.now() + 1);
    });
  });
});
