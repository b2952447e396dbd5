import { AnalyzerBusyError } from "../../src/domain/errors/analysis-errors.js";
import type { Clock } from "../../src/ports/runtime/clock.js";
import type { JobChange, JobQueue } from "../../src/ports/analysis/job-queue.js";
import { ManualClock } from "../fakes/manual-clock.js";
import { describeRetries } from "./job-retries.contract.js";
import { jobOf, keyOf, Workbench } from "./job-workbench.js";

/** The contract of every JobQueue. */
export function describeJobQueue(
  name: string,
  open: (options: { concurrency: number; limit: number; clock?: Clock }) => JobQueue,
): void {
  describe(`${name} as a JobQueue`, () => {
    const [one, two, three] = [jobOf("one"), jobOf("two"), jobOf("three")];
    let bench: Workbench;
    let queue: JobQueue;

    const openWith = (options: { concurrency: number; limit: number }): void => {
      bench = new Workbench();
      queue = open(options);
      queue.process(bench.work);
    };
    afterEach(() => queue.close());

    it("runs one job per track key, however often it is added", async () => {
      openWith({ concurrency: 4, limit: 10 });

      await Promise.all(Array.from({ length: 200 }, () => queue.add(one)));

      expect(bench.started).toEqual(["one"]);
    });

    it("starts awaited jobs before background jobs, and returns correct positions", async () => {
      openWith({ concurrency: 1, limit: 10 });
      const four = jobOf("four");

      await queue.add(one);
      await queue.add(two, "background");
      await queue.add(three, "background");
      await queue.add(four);
      const states = await queue.findStates([one, two, three, four].map(keyOf));
      for (const job of [one, four, two]) {
        bench.release(job);
        await queue.whenDone(keyOf(job));
      }

      const positions = [undefined, 1, 2, 0];
      expect(
        states.map((state) => (state?.state === "queued" ? state.position : undefined)),
      ).toEqual(positions);
      expect(bench.started).toEqual(["one", "four", "two", "three"]);
    });

    it("moves a background job behind the awaited ones once a caller waits for it", async () => {
      openWith({ concurrency: 1, limit: 10 });
      const [four, five] = [jobOf("four"), jobOf("five")];
      await queue.add(one);
      for (const job of [two, three, five]) await queue.add(job, "background");
      await queue.add(four);
      const promoted = queue.whenDone(keyOf(three));

      for (const job of [three, one, four]) await queue.promote(keyOf(job));
      await queue.promote("unknown");
      for (const job of [one, four, three, two]) {
        bench.release(job);
        await queue.whenDone(keyOf(job));
      }

      expect(bench.started).toEqual(["one", "four", "three", "two", "five"]);
      expect(await promoted).toEqual({ ok: true });
    });

    it("runs the job of each upload beside that of the track, and finds the track's own first", async () => {
      openWith({ concurrency: 3, limit: 10 });
      const uploads = ["first", "second"].map((id) => ({ ...one, upload: { id, path: `/${id}` } }));

      await queue.add(uploads[0]!);
      const ofUpload = queue.whenDone(keyOf(one));
      await queue.add(uploads[1]!);
      await queue.add(uploads[1]!);
      await queue.add(one);
      const [ofTrack, ofSecond] = [queue.whenDone(keyOf(one)), queue.whenDone("second")];
      const states = await queue.findStates(["first", "second", keyOf(one)]);

      expect(states.map((state) => state?.state)).toEqual(Array(3).fill("processing"));
      expect(bench.started).toEqual(["one", "one", "one"]);
      bench.release(uploads[0]!, new Error("broken"));
      await expect(ofUpload).resolves.toEqual({ ok: false, error: new Error("broken") });
      bench.release(one);
      await expect(ofTrack).resolves.toEqual({ ok: true });
      bench.release(uploads[1]!);
      await expect(ofSecond).resolves.toEqual({ ok: true });
    });

    it("runs as many jobs at once as allowed, and the others in order of arrival", async () => {
      openWith({ concurrency: 1, limit: 10 });
      for (const job of [one, two, three]) await queue.add(job);

      const states = await queue.findStates([one, two, three, jobOf("nobody")].map(keyOf));

      expect(states).toMatchObject([
        { state: "processing", position: null },
        { state: "queued", position: 0 },
        { state: "queued", position: 1 },
        undefined,
      ]);
    });

    it("estimates the wait by the jobs before and how many run at once, from 2 to 60 s", async () => {
      openWith({ concurrency: 2, limit: 200 });
      const jobs = Array.from({ length: 80 }, (_, at) => jobOf(`${at}`));
      for (const job of jobs) await queue.add(job);

      const states = await queue.findStates([0, 2, 5, 12, 79].map((at) => keyOf(jobs[at]!)));

      expect(states.map((state) => state?.retryAfterSeconds)).toEqual([2, 2, 4, 11, 60]);
    });

    it("estimates the wait by how long earlier jobs took", async () => {
      const clock = new ManualClock();
      bench = new Workbench();
      queue = open({ concurrency: 1, limit: 10, clock });
      queue.process(bench.work);
      const jobs = Array.from({ length: 10 }, (_, at) => jobOf(`${at}`));

      for (const job of jobs) {
        await queue.add(job);
        const done = queue.whenDone(keyOf(job));
        clock.advance(30_000);
        bench.release(job);
        await done;
      }
      await queue.add(one);
      await queue.add(two);
      const [, waiting] = await queue.findStates([one, two].map(keyOf));

      expect(waiting?.retryAfterSeconds).toBeGreaterThan(15);
      expect(waiting?.retryAfterSeconds).toBeLessThan(30);
    });

    it("counts waiting and running jobs", async () => {
      openWith({ concurrency: 2, limit: 10 });
      const idle = await queue.load();
      for (const job of [one, two, three]) await queue.add(job);

      const busy = await queue.load();

      expect(idle).toEqual({ waiting: 0, running: 0 });
      expect(busy).toEqual({ waiting: 1, running: 2 });
    });

    it("returns the outcome of a job, and continues with the next", async () => {
      openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      await queue.add(two);
      const [first, second] = [queue.whenDone(keyOf(one)), queue.whenDone(keyOf(two))];

      bench.release(one, new Error("broken"));
      const failed = await first;
      bench.release(two);

      expect(failed).toEqual({ ok: false, error: new Error("broken") });
      await expect(second).resolves.toEqual({ ok: true });
    });

    it("has no state for a job that has ended", async () => {
      openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      const done = queue.whenDone(keyOf(one));
      bench.release(one);
      await done;

      const [states, again] = [await queue.findStates([keyOf(one)]), queue.whenDone(keyOf(one))];

      expect(states).toEqual([undefined]);
      await expect(again).resolves.toBeUndefined();
    });

    it("refuses a job when the queue is full", async () => {
      openWith({ concurrency: 1, limit: 1 });
      await queue.add(one);
      await queue.add(two);

      const adding = queue.add(three);

      await expect(adding).rejects.toThrow(AnalyzerBusyError);
      await expect(adding).rejects.toMatchObject({ facts: { retryAfterSeconds: 2 } });
    });

    it("notifies an observer when a job waits, starts and ends, until it unsubscribes", async () => {
      openWith({ concurrency: 1, limit: 10 });
      const changes: JobChange[] = [];
      const leave = queue.observe((change) => changes.push(change));
      for (const job of [one, two]) await queue.add(job);
      const ended = [one, two].map((job) => queue.whenDone(keyOf(job)));

      bench.release(one);
      await ended[0];
      leave();
      bench.release(two, new Error("broken"));
      await ended[1];

      expect(changes).toMatchObject([
        { job: one, state: { state: "processing" } },
        { job: two, state: { state: "queued", position: 0 } },
        { job: one, outcome: { ok: true } },
        { job: two, state: { state: "processing" } },
      ]);
    });

    describeRetries(open);

    it("does not notify observers of jobs that it drops or aborts when it is closed", async () => {
      openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      await queue.add(two);
      const changes: JobChange[] = [];
      queue.observe((change) => changes.push(change));

      await queue.close();

      expect(changes).toEqual([]);
    });

    it("aborts running jobs and drops waiting ones when it is closed", async () => {
      openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      await queue.add(two);
      const outcomes = Promise.all([queue.whenDone(keyOf(one)), queue.whenDone(keyOf(two))]);

      await queue.close();

      expect((await outcomes).map((outcome) => outcome?.ok)).toEqual([false, false]);
      expect(bench.started).toEqual(["one"]);
    });
  });
}
