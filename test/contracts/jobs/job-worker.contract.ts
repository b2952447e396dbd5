import type { JobChange } from "../../../src/ports/analysis/job-queue.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { analysisOf } from "../analyses/analysis-store.contract.js";
import {
  broken,
  claimNext,
  jobOf,
  keyOf,
  namesOf,
  settleReads,
  type OpenQueue,
  type WorkedQueue,
} from "./job-workbench.js";

/** The contract of every JobWorker: claims, and how they end. */
export function describeJobWorker(open: OpenQueue): void {
  describe("as a JobWorker", () => {
    const [one, two] = [jobOf("one"), jobOf("two")];
    let queue: WorkedQueue;
    beforeEach(async () => {
      queue = await open({ concurrency: 1, limit: 10, clock: new ManualClock() });
    });
    afterEach(() => queue.close());

    it("hands each job to one of the calls that wait", async () => {
      const claims = [claimNext(queue), claimNext(queue)];
      await queue.add(one);
      await queue.add(two);

      const claimed = await Promise.all(claims);

      expect([...namesOf(claimed)].sort()).toEqual(["one", "two"]);
      expect(claimed.map(({ attempt }) => attempt)).toEqual([1, 1]);
    });

    it("hands out nothing to a call that is aborted, nor after the queue closes", async () => {
      const aborted = new AbortController();
      const waits = [queue.claim(aborted.signal), queue.claim(new AbortController().signal)];

      aborted.abort();
      await queue.close();
      waits.push(queue.claim(new AbortController().signal));

      expect(await Promise.all(waits)).toEqual([undefined, undefined, undefined]);
    });

    it("returns the outcome of a job to all that wait for it", async () => {
      await queue.add(one);
      await queue.add(two);
      const waits = [one, one, two].map((job) => queue.whenDone(keyOf(job)));
      await settleReads(queue);

      const ended = [
        await queue.fail(await claimNext(queue), broken),
        await queue.complete(await claimNext(queue)),
      ];

      expect(ended).toEqual([true, true]);
      const failed = { ok: false, failure: broken };
      expect(await Promise.all(waits)).toEqual([failed, failed, { ok: true }]);
    });

    it("returns the result of a job to all that wait for it", async () => {
      await queue.add(one);
      const waits = [queue.whenDone(keyOf(one)), queue.whenDone(keyOf(one))];
      await settleReads(queue);
      const result = { analysis: analysisOf("Overtone", "one"), isStored: false };

      await queue.complete(await claimNext(queue), result);

      expect(await Promise.all(waits)).toEqual(Array(2).fill({ ok: true, result }));
    });

    it("returns the outcome of an added job to one that asks after its end", async () => {
      const added = await queue.add(one);
      const again = await queue.add(one);
      await queue.fail(await claimNext(queue), broken);

      const outcomes = await Promise.all([added.whenDone(), again.whenDone()]);

      expect(outcomes).toEqual(Array(2).fill({ ok: false, failure: broken }));
    });

    it("refuses what a claim does after its job has ended", async () => {
      await queue.add(one);
      const claim = await claimNext(queue);
      await queue.complete(claim);
      await queue.add(one);
      await claimNext(queue);

      const late = [
        await queue.extend(claim),
        await queue.complete(claim),
        await queue.fail(claim, broken),
        await queue.fail(claim, broken, 0),
        await queue.release(claim),
      ];

      expect(late).toEqual(Array(5).fill(false));
      expect(await queue.load()).toEqual({ waiting: 0, running: 1 });
    });

    it("takes a released job back in front of those that wait, and does not count the attempt", async () => {
      for (const job of [one, two]) await queue.add(job);
      const first = await claimNext(queue);
      const changes: JobChange[] = [];
      queue.observe((change) => changes.push(change));

      const isExtended = await queue.extend(first);
      const isReleased = await queue.release(first);
      const released = [...changes];
      const again = await claimNext(queue);

      expect([isExtended, isReleased]).toEqual([true, true]);
      expect(released).toEqual([]);
      expect(again).toMatchObject({ job: first.job, attempt: 1 });
      expect(again.token).not.toBe(first.token);
    });

    it("hands out another spelling of a recording when a job of it is released", async () => {
      for (const name of ["Salt", "06 - Salt"]) await queue.add(jobOf(name));
      const first = await claimNext(queue);

      await queue.fail(first, broken, 1_000);

      expect(namesOf([await claimNext(queue)])).toEqual(["06 - Salt"]);
    });

    it("does not notify observers of jobs that are dropped or released when it is closed", async () => {
      await queue.add(one);
      await queue.add(two);
      const claim = await claimNext(queue);
      const changes: JobChange[] = [];
      queue.observe((change) => changes.push(change));

      await queue.close();
      await queue.release(claim);

      expect(changes).toEqual([]);
    });

    it("ends the wait for a job that is released while it closes with the reason of the release", async () => {
      const added = await queue.add(one);
      const outcome = added.whenDone();
      const claim = await claimNext(queue);

      await queue.close();
      await queue.release(claim, broken);

      expect(await outcome).toEqual({ ok: false, failure: broken });
    });

    it("ends the wait for every job when it is closed", async () => {
      await queue.add(one);
      await queue.add(two);
      const outcomes = Promise.all([queue.whenDone(keyOf(one)), queue.whenDone(keyOf(two))]);
      const claim = await claimNext(queue);

      await queue.close();
      await queue.release(claim);

      expect(await outcomes).toMatchObject(
        Array(2).fill({ ok: false, failure: { code: "ANALYZER_BUSY" } }),
      );
      await expect(queue.add(jobOf("three"))).rejects.toMatchObject({ code: "ANALYZER_BUSY" });
    });
  });
}
