import { AnalyzerBusyError } from "../../../src/domain/errors/analysis-errors.js";
import type { JobChange } from "../../../src/ports/analysis/job-queue.js";
import type { JobClaim } from "../../../src/ports/analysis/job-worker.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import {
  broken,
  claimNext,
  jobOf,
  keyOf,
  type OpenQueue,
  type WorkedQueue,
} from "./job-workbench.js";

/** The contract of every JobQueue for jobs with temporary failures. */
export function describeRetries(open: OpenQueue): void {
  describe("with temporary failures", () => {
    const [one, two, three] = [jobOf("one"), jobOf("two"), jobOf("three")];
    let clock: ManualClock;
    let queue: WorkedQueue;
    afterEach(() => queue.close());

    const openWith = async (limit: number): Promise<void> => {
      clock = new ManualClock();
      queue = await open({ concurrency: 1, limit, clock });
    };
    /** Fails the next job temporarily. */
    const failNext = async (milliseconds: number): Promise<JobClaim> => {
      const claim = await claimNext(queue);
      await queue.fail(claim, broken, milliseconds);
      return claim;
    };

    it("hands a job out again after its delay, and others meanwhile", async () => {
      await openWith(10);
      const changes: JobChange[] = [];
      await queue.add(one);
      await queue.add(two);
      const done = queue.whenDone(keyOf(one));
      queue.observe((change) => changes.push(change));

      const { job } = await failNext(1_000);
      const second = await claimNext(queue);
      const delayed = await queue.findStates([one, two].map(keyOf));
      const load = await queue.load();
      await queue.complete(second);
      const claiming = claimNext(queue);
      clock.advance(999);
      await queue.add(three);
      const early = await claiming;
      clock.advance(1);
      const last = await claimNext(queue);
      await queue.complete(last);

      expect(delayed).toMatchObject([{ state: "queued", position: 0 }, { state: "processing" }]);
      expect(load).toEqual({ waiting: 1, running: 1 });
      expect([second, early].map((claim) => claim.job.track)).toEqual([two.track, three.track]);
      expect(last).toMatchObject({ job, attempt: 2 });
      await expect(done).resolves.toEqual({ ok: true });
      expect(changes.filter((change) => keyOf(change.job) === keyOf(one))).toMatchObject([
        { state: { state: "processing" } },
        { state: { state: "queued", position: expect.any(Number) as number } },
        { state: { state: "processing" } },
        { outcome: { ok: true } },
      ]);
    });

    it("ends a job with the failure of its last attempt", async () => {
      await openWith(10);
      await queue.add(one);
      const done = queue.whenDone(keyOf(one));

      for (let attempt = 1; attempt < 3; attempt++) {
        await failNext(attempt * 1_000);
        clock.advance(attempt * 1_000);
      }
      const last = await claimNext(queue);
      await queue.fail(last, broken);

      expect(last.attempt).toBe(3);
      await expect(done).resolves.toEqual({ ok: false, failure: broken });
    });

    it("counts jobs that wait for another attempt towards the maximum queue length", async () => {
      await openWith(1);
      await queue.add(one);
      await failNext(1_000);

      await expect(queue.add(two)).rejects.toThrow(AnalyzerBusyError);
    });

    it("ends the wait for jobs that wait for another attempt when it is closed", async () => {
      await openWith(10);
      await queue.add(one);
      const done = queue.whenDone(keyOf(one));
      await failNext(1_000);

      await queue.close();
      clock.advance(10_000);

      await expect(done).resolves.toMatchObject({ ok: false });
    });
  });
}
