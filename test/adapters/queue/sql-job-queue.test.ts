import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../../src/adapters/storage/database.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { describeJobLeases } from "../../contracts/jobs/job-leases.contract.js";
import { describeJobQueue } from "../../contracts/jobs/job-queue.contract.js";
import { broken, claimNext, jobOf, keyOf } from "../../contracts/jobs/job-workbench.js";
import type { JobOutcome } from "../../../src/ports/analysis/job-queue.js";
import type { JobClaim } from "../../../src/ports/analysis/job-worker.js";
import type { JobEvent } from "../../../src/ports/runtime/metrics.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";
import { waitUntil } from "../../wait-until.js";

const version = 1;

describe.each(databaseSystems)("On %s,", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  /**
   * Opens a database with as many connections as the tests use: one that is opened later would take
   * longer than all reads by which a test lets another read end.
   */
  async function openConnected(): Promise<Database> {
    const database = await databases.open();
    const read = () => database.kysely.selectFrom("analysisJobs").select("id").execute();
    await Promise.all(Array.from({ length: 10 }, read));
    return database;
  }

  describeJobQueue(
    "SqlJobQueue",
    async (options) =>
      new SqlJobQueue({
        ...{ ...options, version, time: timeOf(options.clock) },
        database: await openConnected(),
      }),
  );

  describeJobLeases("SqlJobQueue", async ({ queues, limit, clock }) => {
    const database = await openConnected();
    const options = { database, time: timeOf(clock), version, concurrency: 1, limit, clock };
    return Array.from({ length: queues }, () => new SqlJobQueue(options));
  });

  describe("SqlJobQueue", () => {
    const options = { concurrency: 1, limit: 10, clock: new ManualClock() };

    const openVersions = async (): Promise<{
      older: SqlJobQueue;
      newer: SqlJobQueue;
      clock: ManualClock;
    }> => {
      const database = await openConnected();
      const clock = new ManualClock();
      const given = { ...options, clock, database, time: timeOf(clock) };
      const [older, newer] = [1, 2].map((of) => new SqlJobQueue({ ...given, version: of }));
      return { older: older!, newer: newer!, clock };
    };

    it("hands out and shows no job of a newer analysis version", async () => {
      const { older, newer } = await openVersions();
      const [one, two] = [jobOf("one"), jobOf("two")];
      await newer.add(one);
      await older.add(two);

      const states = await older.findStates([keyOf(one), keyOf(two)]);
      const claim = await claimNext(older);

      expect(states).toMatchObject([undefined, { state: "queued", position: 0 }]);
      expect(claim.job.track).toEqual(two.track);
    });

    it("takes over the waiting jobs of older versions, and those whose claims ran out", async () => {
      const { older, newer, clock } = await openVersions();
      for (const name of ["lost", "waiting"]) await older.add(jobOf(name));
      const lost = await claimNext(older);

      const claims = [await claimNext(newer)];
      clock.advance(60_000);
      claims.push(await claimNext(newer));

      expect(claims.map(({ job }) => job.track.trackName)).toEqual(["waiting", "lost"]);
      expect(await older.complete(lost)).toBe(false);
    });

    it("ends an older job of a name that it has already as busy", async () => {
      const { older, newer, clock } = await openVersions();
      const job = jobOf("one");
      await newer.add(job);
      const outcomes: (JobOutcome | undefined)[] = [];
      void (await older.add(job)).whenDone().then((outcome) => outcomes.push(outcome));

      const claim = await claimNext(newer);
      await waitUntil(async () => {
        // Reads take real time: a minute of this clock, the lease, has 240 such steps.
        clock.advance(250);
        await setTimeout(20);
        return outcomes.length > 0;
      });

      expect(outcomes[0]).toMatchObject({ ok: false, failure: { code: "ANALYZER_BUSY" } });
      expect(await newer.complete(claim)).toBe(true);
    });

    it("leaves a job to a worker on another machine where the process that handed it out ends", async () => {
      const database = await databases.open();
      const clock = new ManualClock();
      const given = { ...options, clock, database, time: timeOf(clock), version };
      const [ending, other] = [new SqlJobQueue(given), new SqlJobQueue(given)];
      const { signal } = new AbortController();
      for (const name of ["elsewhere", "here"]) await ending.add(jobOf(name));
      const elsewhere = await ending.claim(signal, "desktop");
      await claimNext(ending);
      const { pid } = spawnSync(process.execPath, ["-e", ""]);
      const killed = sql`replace(owner, ${`|${process.pid}|`}, ${`|${pid}|`})`;
      await sql`update analysis_jobs set owner = ${killed}`.execute(database.kysely);

      const next = await claimNext(other);

      expect(next.job.track.trackName).toBe("here");
      expect(await other.complete(elsewhere!)).toBe(true);
    });

    it("looks for jobs of other processes once per interval, however many calls wait", async () => {
      let reads = 0;
      const countClaimable = (statement: string): void => {
        if (statement.includes("limit")) reads++;
      };
      const url = await databases.createUrl();
      const database = await databases.open({ url, onStatement: countClaimable });
      const clock = new ManualClock();
      const given = { ...options, clock, time: timeOf(clock), version };
      const queue = new SqlJobQueue({ ...given, database });
      const other = new SqlJobQueue({ ...given, database: await databases.open({ url }) });
      const claiming = [1, 2, 3].map(() => claimNext(queue));
      await waitUntil(() => clock.sleeperCount === 3);
      reads = 0;

      clock.advance(250);
      await waitUntil(() => reads > 0 && clock.sleeperCount === 3);
      const readsOfInterval = reads;
      for (const name of ["one", "two", "three"]) await other.add(jobOf(name));
      clock.advance(250);
      const claims = await Promise.all(claiming);

      expect(readsOfInterval).toBe(1);
      expect(new Set(claims.map(({ job }) => job.track.trackName)).size).toBe(3);
      await queue.close();
    });

    it("reads the ends of jobs only while other processes run them", async () => {
      const reads: string[] = [];
      const recordReads = (statement: string): void => {
        if (statement.includes("outcome") && statement.startsWith("select")) reads.push(statement);
      };
      const url = await databases.createUrl();
      const database = await databases.open({ url, onStatement: recordReads });
      const clock = new ManualClock();
      const given = { ...options, clock, time: timeOf(clock), version };
      const queue = new SqlJobQueue({ ...given, database });
      const other = new SqlJobQueue({ ...given, database: await databases.open({ url }) });
      const [own, foreign] = [await queue.add(jobOf("own")), await queue.add(jobOf("foreign"))];
      const running = await claimNext(queue);
      const ofOwn = own.whenDone();
      const sleeping = (): Promise<void> => waitUntil(() => clock.sleeperCount > 0);
      await sleeping();
      clock.advance(250);
      await sleeping();
      const readsOfOwn = reads.length;

      const ofForeign = foreign.whenDone();
      await other.complete(await claimNext(other));
      await waitUntil(() => {
        clock.advance(250);
        return reads.length > 0;
      });
      await queue.complete(running);

      expect(readsOfOwn).toBe(0);
      expect(await Promise.all([ofOwn, ofForeign])).toEqual([{ ok: true }, { ok: true }]);
      await queue.close();
    });

    it("records claims, further attempts, lost leases and ends of this process", async () => {
      const database = await databases.open();
      const clock = new ManualClock();
      const events: string[] = [];
      const record = (event: JobEvent): void =>
        void events.push("outcome" in event ? event.outcome : event.event);
      const given = { ...options, clock, database, time: timeOf(clock), version };
      const queue = new SqlJobQueue({ ...given, record });
      await queue.add(jobOf("one"));
      await queue.fail(await claimNext(queue), broken, 0);
      const lost: JobClaim[] = [];
      for (let losses = 0; losses < 3; losses++) {
        lost.push(await claimNext(queue));
        clock.advance(60_000);
      }
      await queue.add(jobOf("two"));
      const late = await claimNext(queue);
      await queue.complete(late);
      await queue.complete(lost[0]!);

      const loss = ["claimed", "lease_lost"];
      expect(events).toEqual([
        ...["claimed", "retried", ...loss, ...loss, ...loss],
        ...["AUDIO_UNDECODABLE", "claimed", "done"],
      ]);
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
