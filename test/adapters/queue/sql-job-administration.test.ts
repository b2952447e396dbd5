import { SqlJobAdministration } from "../../../src/adapters/queue/sql-job-administration.js";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { AnalysisDroppedError } from "../../../src/domain/errors/analysis-errors.js";
import { failureFrom } from "../../../src/domain/errors/failure.js";
import { broken, claimNext, jobOf, settleReads } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";

const dropped = failureFrom(new AnalysisDroppedError());

describe.each(databaseSystems)("SqlJobAdministration on %s", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  async function opened() {
    const database = await databases.open();
    const clock = new ManualClock();
    const time = timeOf(clock);
    const options = { ...{ database, time, clock }, concurrency: 1, limit: 10 };
    const [queue, newer] = [1, 2].map((version) => new SqlJobQueue({ ...options, version }));
    const administration = new SqlJobAdministration({ kysely: database.kysely, time });
    const idOf = async (trackName: string): Promise<string> =>
      (await administration.list()).find((job) => job.trackName === trackName)!.id;
    return { clock, queue: queue!, newer: newer!, administration, idOf };
  }

  it("lists the jobs of all versions: running, waiting in their order, then ended ones", async () => {
    const { clock, queue, newer, administration } = await opened();
    const start = clock.now();
    for (const name of ["failed", "delayed", "running", "waiting"]) await queue.add(jobOf(name));
    await newer.add(jobOf("newer"));
    clock.advance(1_000);
    const [failed, delayed] = [await claimNext(queue), await claimNext(queue)];
    await claimNext(queue);
    clock.advance(1_000);
    await queue.fail(failed, broken);
    await queue.fail(delayed, broken, 5_000);

    const listed = await administration.list();

    expect(listed).toMatchObject([
      { trackName: "running", phase: "running", since: start + 1_000, attempts: 1, losses: 0 },
      { trackName: "waiting", phase: "waiting", since: start, nextAttemptAt: null, attempts: 0 },
      { trackName: "newer", analysisVersion: 2, owner: null },
      { trackName: "delayed", phase: "waiting", since: start, failure: broken },
      { trackName: "failed", phase: "ended", since: start + 2_000, failure: broken },
    ]);
    expect(listed[0]).toMatchObject({ owner: { pid: process.pid }, worker: null });
    expect(listed[3]).toMatchObject({ nextAttemptAt: start + 7_000, worker: null });
  });

  it("lists the tracks whose jobs run, those that were claimed first first", async () => {
    const { clock, queue, administration } = await opened();
    for (const name of ["first", "second", "waiting"]) await queue.add(jobOf(name));
    await claimNext(queue);
    clock.advance(1_000);
    await claimNext(queue);

    const running = await administration.listRunning();

    expect(running.map(({ trackName }) => trackName)).toEqual(["first", "second"]);
    expect(Object.keys(running[0] ?? {})).toEqual(["trackKey", "artist", "trackName"]);
  });

  it("lists the worker on another machine while it runs a job", async () => {
    const { queue, administration } = await opened();
    await queue.add(jobOf("one"));
    const claim = await queue.claim(new AbortController().signal, "desktop");
    const running = await administration.list();

    await queue.release(claim!);

    expect(running).toMatchObject([{ phase: "running", worker: "desktop" }]);
    expect(await administration.list()).toMatchObject([{ phase: "waiting", worker: null }]);
  });

  it("lists no job that ended a minute ago", async () => {
    const { clock, queue, administration } = await opened();
    await queue.add(jobOf("one"));
    await queue.complete(await claimNext(queue));

    clock.advance(59_999);
    const before = await administration.list();
    clock.advance(1);
    const after = await administration.list();

    expect([before.length, after.length]).toEqual([1, 0]);
    expect(before[0]).toMatchObject({ phase: "ended", failure: null, owner: null });
  });

  it("lets a job that waits for another attempt start at once", async () => {
    const { queue, administration, idOf } = await opened();
    await queue.add(jobOf("one"));
    await queue.fail(await claimNext(queue), broken, 120_000);

    const isWaiting = await administration.expedite(await idOf("one"));
    const claim = await claimNext(queue);

    expect(isWaiting).toBe(true);
    expect(claim.attempt).toBe(2);
  });

  it("knows how long the oldest of the waiting jobs has been in the queue", async () => {
    const { clock, queue, administration } = await opened();
    const waits = [await administration.findLongestWait()];
    for (const name of ["one", "two"]) {
      await queue.add(jobOf(name));
      clock.advance(1_500);
    }
    waits.push(await administration.findLongestWait());
    await claimNext(queue);
    waits.push(await administration.findLongestWait());

    expect(waits).toEqual([0, 3, 1.5]);
  });

  it("knows that workers are missing where a job that may start waits for a minute and none runs", async () => {
    const { clock, queue, administration } = await opened();
    const lacking = [await administration.lacksWorkers()];
    const check = async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      lacking.push(await administration.lacksWorkers());
    };
    await queue.add(jobOf("one"));
    await check(59_999);
    await check(1);
    const claim = await claimNext(queue);
    await queue.add(jobOf("two"));
    await check(60_000);
    await queue.release(claim);
    await queue.fail(await claimNext(queue), broken, 120_000);
    await queue.complete(await claimNext(queue));
    await check(120_000);
    await check(60_000);

    expect(lacking).toEqual([false, false, true, false, false, true]);
  });

  it("ends a waiting job, and tells those that wait for it", async () => {
    const { clock, queue, administration, idOf } = await opened();
    const added = await queue.add(jobOf("one"));
    const outcome = added.whenDone();
    await settleReads(queue);

    const job = await administration.drop(await idOf("one"), dropped);
    clock.advance(250);

    expect(job).toMatchObject(jobOf("one"));
    expect(await outcome).toEqual({ ok: false, failure: dropped });
    expect(await queue.load()).toEqual({ waiting: 0, running: 0 });
    await expect(queue.add(jobOf("one"))).resolves.toBeDefined();
  });

  it("changes neither running nor ended jobs", async () => {
    const { queue, administration, idOf } = await opened();
    await queue.add(jobOf("one"));
    const claim = await claimNext(queue);
    const id = await idOf("one");
    const change = async () => [
      await administration.findPhase(id),
      await administration.expedite(id),
      await administration.drop(id, dropped),
    ];

    const whileRunning = await change();
    const isValid = await queue.complete(claim);
    const afterwards = await change();

    expect(whileRunning).toEqual(["running", false, undefined]);
    expect(isValid).toBe(true);
    expect(afterwards).toEqual(["ended", false, undefined]);
    expect(await administration.findPhase("unknown")).toBeUndefined();
  });
});
