import type { JobClaims } from "../../../src/ports/analysis/job-worker.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import {
  broken,
  claimNext,
  jobOf,
  keyOf,
  namesOf,
  settleReads,
  type WorkedQueue,
} from "./job-workbench.js";
import { waitUntil } from "../../wait-until.js";

/** A queue whose claims other processes know. */
type SharedQueue = WorkedQueue & JobClaims;

/** The contract of every queue that several processes share. Times of claims advance with the clock. */
export function describeJobLeases(
  name: string,
  openAll: (options: {
    readonly queues: number;
    readonly limit: number;
    readonly clock: ManualClock;
  }) => Promise<readonly SharedQueue[]>,
): void {
  describe(`${name} in several processes`, () => {
    const [one, two, three] = [jobOf("one"), jobOf("two"), jobOf("three")];
    let clock: ManualClock;
    let queues: readonly SharedQueue[] = [];
    const open = async (limit = 10): Promise<[SharedQueue, SharedQueue]> => {
      clock = new ManualClock();
      queues = await openAll({ queues: 2, limit, clock });
      return [queues[0]!, queues[1]!];
    };
    afterEach(async () => {
      for (const queue of queues) await queue.close();
    });
    const settle = (): Promise<void> => settleReads(queues[0]!);

    it("has one job of a name, and hands it out once", async () => {
      const [here, there] = await open();

      await Promise.all([here, there, here, there].map((queue) => queue.add(one)));
      const claim = await claimNext(here);
      const waiting = new AbortController();
      const none = there.claim(waiting.signal);
      await settle();
      waiting.abort();

      expect(namesOf([claim])).toEqual(["one"]);
      expect(await none).toBeUndefined();
      expect(await there.findStates([keyOf(one)])).toMatchObject([{ state: "processing" }]);
    });

    it("hands out every job once, to whichever process asks", async () => {
      const [here, there] = await open(200);
      const names = Array.from({ length: 100 }, (_, at) => `track ${at}`);
      for (const trackName of names) await here.add(jobOf(trackName));

      const claims = await Promise.all(
        names.map((_, at) => claimNext(at % 2 === 0 ? here : there)),
      );

      expect([...namesOf(claims)].sort()).toEqual([...names].sort());
    });

    it("finds a claim by its job and token in each process, while it is valid", async () => {
      const [here, there] = await open();
      await here.add(one);
      const claim = await claimNext(here);

      const found = [
        await there.find(claim.job.id, claim.token),
        await there.find(claim.job.id, "another token"),
        await there.find("another job", claim.token),
      ];
      const isReleased = await there.release(found[0]!);
      found.push(await here.find(claim.job.id, claim.token));

      expect(found).toEqual([claim, undefined, undefined, undefined]);
      expect(isReleased).toBe(true);
    });

    it("knows in each process which claim has completed a job", async () => {
      const [here, there] = await open();
      for (const job of [one, two]) await here.add(job);
      const [done, failed] = [await claimNext(here), await claimNext(here)];
      const isKnownBefore = await there.hasCompleted(done.job.id, done.token);

      await here.complete(done);
      await here.fail(failed, broken);

      expect(isKnownBefore).toBe(false);
      expect(await there.hasCompleted(done.job.id, done.token)).toBe(true);
      expect(await there.hasCompleted(done.job.id, failed.token)).toBe(false);
      expect(await there.hasCompleted(failed.job.id, failed.token)).toBe(false);
      expect(await there.find(done.job.id, done.token)).toBeUndefined();
      expect([await there.complete(done), await there.extend(done)]).toEqual([false, false]);
    });

    it("does not wait, while it closes, for a job that runs on another machine", async () => {
      const [here] = await open();
      await here.add(one);
      const over = new AbortController();
      await here.claim(over.signal, "desktop");
      const done = here.whenDone(keyOf(one));
      await settle();

      await here.close();

      expect(await done).toMatchObject({ ok: false, failure: { code: "ANALYZER_BUSY" } });
    });

    it("has one limit of the jobs that wait", async () => {
      const [here, there] = await open(2);
      await here.add(one);
      await there.add(two);

      await expect(here.add(three)).rejects.toMatchObject({ code: "ANALYZER_BUSY" });
      await expect(there.add(three)).rejects.toMatchObject({ code: "ANALYZER_BUSY" });
    });

    it("tells a process that waits how a job ended in another", async () => {
      const [here, there] = await open();
      await here.add(one);
      const done = here.whenDone(keyOf(one));
      const claim = await claimNext(there);
      await waitUntil(() => clock.sleeperCountOf(250) > 0);

      await there.fail(claim, broken);
      clock.advance(250);

      await expect(done).resolves.toEqual({ ok: false, failure: broken });
    });

    it("wakes a worker that waits for a job that another process adds", async () => {
      const [here, there] = await open();
      const claiming = claimNext(there);
      await waitUntil(() => clock.sleeperCountOf(250) > 0);

      await here.add(one);
      clock.advance(250);

      expect(namesOf([await claiming])).toEqual(["one"]);
    });

    it("hands a job out again when its claim has run out, and refuses what the lost claim does", async () => {
      const [here, there] = await open();
      await here.add(one);
      const lost = await claimNext(here);
      clock.advance(60_000);

      const claim = await claimNext(there);
      const late = [
        await here.extend(lost),
        await here.release(lost),
        await here.fail(lost, broken),
        await here.complete(lost),
      ];

      expect(claim.job).toEqual(lost.job);
      expect(claim.token).not.toBe(lost.token);
      expect(late).toEqual(Array(4).fill(false));
      expect(await there.complete(claim)).toBe(true);
    });

    it("leaves a declined job to the other process, and does not count the attempt", async () => {
      const [here, there] = await open();
      await here.add(one);
      const declined = await claimNext(here);
      const waiting = new AbortController();

      const isLeft = await here.decline(declined);
      const none = here.claim(waiting.signal);
      await settle();
      const claim = await claimNext(there);
      waiting.abort();

      expect(isLeft).toBe(true);
      expect(claim).toMatchObject({ job: declined.job, attempt: 1 });
      expect(await none).toBeUndefined();
      expect(await here.decline(declined)).toBe(false);
    });

    it("leaves a job for five seconds where no other process runs one, and then not again", async () => {
      const [here] = await open();
      await here.add(one);
      await here.decline(await claimNext(here));

      clock.advance(5_000);
      const claim = await claimNext(here);

      expect(await here.decline(claim)).toBe(false);
      expect(await here.fail(claim, broken)).toBe(true);
    });

    it("leaves a job for as long as another process runs one", async () => {
      const [here, there] = await open();
      await there.add(two);
      const other = await claimNext(there);
      await here.add(one);
      const left: boolean[] = [];

      for (let count = 0; count < 3; count++) {
        left.push(await here.decline(await claimNext(here)));
        clock.advance(5_000);
      }

      expect(left).toEqual([true, true, true]);
      expect(await there.complete(other)).toBe(true);
    });

    it("keeps a claim that is extended", async () => {
      const [here, there] = await open();
      await here.add(one);
      const claim = await claimNext(here);
      const waiting = new AbortController();

      for (let count = 0; count < 5; count++) {
        clock.advance(20_000);
        await here.extend(claim);
      }
      const none = there.claim(waiting.signal);
      await settle();
      waiting.abort();

      expect(await none).toBeUndefined();
      expect(await here.complete(claim)).toBe(true);
    });

    it("ends the claim of a worker on another machine that extends it for half a day, and of no other", async () => {
      const [here, there] = await open();
      await here.add(one);
      await here.add(two);
      const { signal } = new AbortController();
      const [own, elsewhere] = [await claimNext(here), await there.claim(signal, "desktop")];
      const isValid = async (): Promise<boolean[]> => [
        await here.extend(own),
        await there.extend(elsewhere!),
      ];

      const before = await isValid();
      clock.advance(12 * 3_600_000);
      const after = await isValid();

      expect([before, after]).toEqual([
        [true, true],
        [true, false],
      ]);
    });

    it("fails a job that has lost its worker three times, with the reason", async () => {
      const [here, there] = await open();
      // Told by the process that ends it: another one would read that at an interval.
      const done = (await there.add(one)).whenDone();

      for (let count = 0; count < 3; count++) {
        await claimNext(count % 2 === 0 ? here : there);
        clock.advance(60_000);
      }
      await there.add(two);
      const next = await claimNext(there);

      expect(namesOf([next])).toEqual(["two"]);
      expect(await done).toMatchObject({
        ok: false,
        failure: {
          code: "AUDIO_UNDECODABLE",
          facts: { reason: "its analysis stopped 3 times without an end" },
        },
      });
    });

    it("keeps the jobs of a process that closes, and those that it gives back", async () => {
      const [here, there] = await open();
      await here.add(one);
      await here.add(two);
      const claim = await claimNext(here);

      await here.close();
      await here.release(claim);
      const claims = [await claimNext(there), await claimNext(there)];

      expect(namesOf(claims)).toEqual(["one", "two"]);
    });
  });
}
