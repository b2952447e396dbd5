import { AnalyzerBusyError } from "../../../src/domain/errors/analysis-errors.js";
import { fileIdOf } from "../../../src/domain/library/library-file.js";
import { fileJobName, type JobChange } from "../../../src/ports/analysis/job-queue.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { describeRetries } from "./job-retries.contract.js";
import { describeJobWorker } from "./job-worker.contract.js";
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

/** The contract of every JobQueue and its JobWorker. */
export function describeJobQueue(name: string, open: OpenQueue): void {
  describe(`${name} as a JobQueue`, () => {
    const [one, two, three, four] = [jobOf("one"), jobOf("two"), jobOf("three"), jobOf("four")];
    let queue: WorkedQueue;

    const openWith = async (options: { concurrency: number; limit: number }): Promise<void> => {
      queue = await open({ ...options, clock: new ManualClock() });
    };
    afterEach(() => queue.close());

    it("has one job per track key, however often it is added", async () => {
      await openWith({ concurrency: 4, limit: 10 });

      await Promise.all(Array.from({ length: 200 }, () => queue.add(one)));
      await claimNext(queue);
      await queue.add(one);

      expect(await queue.load()).toEqual({ waiting: 0, running: 1 });
    });

    it("adds a job again once it has ended", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      const first = await claimNext(queue);
      await queue.complete(first);

      await queue.add(one);
      const second = await claimNext(queue);

      expect(second.job.track).toEqual(one.track);
      expect(second.job.id).not.toBe(first.job.id);
    });

    it("hands out awaited jobs before background jobs, and returns correct positions", async () => {
      await openWith({ concurrency: 1, limit: 10 });

      await queue.add(one);
      const claims = [await claimNext(queue)];
      await queue.add(two, "background");
      await queue.add(three, "background");
      await queue.add(four);
      const states = await queue.findStates([one, two, three, four].map(keyOf));
      for (let count = 0; count < 3; count++) claims.push(await claimNext(queue));

      const positions = [undefined, 1, 2, 0];
      expect(
        states.map((state) => (state?.state === "queued" ? state.position : undefined)),
      ).toEqual(positions);
      expect(namesOf(claims)).toEqual(["one", "four", "two", "three"]);
    });

    it("moves a background job behind the awaited ones once a caller waits for it", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      const five = jobOf("five");
      await queue.add(one);
      const claims = [await claimNext(queue)];
      for (const job of [two, three, five]) await queue.add(job, "background");
      await queue.add(four);
      const promoted = queue.whenDone(keyOf(three));
      await settleReads(queue);

      for (const job of [three, one, four]) await queue.promote(keyOf(job));
      await queue.promote(keyOf(jobOf("unknown")));
      for (let count = 0; count < 4; count++) claims.push(await claimNext(queue));
      for (const claim of claims) await queue.complete(claim);

      expect(namesOf(claims)).toEqual(["one", "four", "three", "two", "five"]);
      expect(await promoted).toEqual({ ok: true });
    });

    it("has a job for each upload beside that of the track, and finds the track's own first", async () => {
      await openWith({ concurrency: 3, limit: 10 });
      const uploads = ["first", "second"].map((id) => ({ ...one, upload: { id, path: `/${id}` } }));

      await queue.add(uploads[0]!);
      const ofUpload = queue.whenDone(keyOf(one));
      await settleReads(queue);
      await queue.add(uploads[1]!);
      await queue.add(uploads[1]!);
      await queue.add(one);
      const [ofTrack, ofSecond] = [queue.whenDone(keyOf(one)), queue.whenDone("second")];
      const claims = [await claimNext(queue), await claimNext(queue), await claimNext(queue)];
      const states = await queue.findStates(["first", "second", keyOf(one)]);

      expect(states.map((state) => state?.state)).toEqual(Array(3).fill("processing"));
      expect(claims.map(({ job }) => job.upload)).toEqual([
        ...uploads.map((it) => it.upload),
        undefined,
      ]);
      await queue.fail(claims[0]!, broken);
      await expect(ofUpload).resolves.toEqual({ ok: false, failure: broken });
      await queue.complete(claims[2]!);
      await expect(ofTrack).resolves.toEqual({ ok: true });
      await queue.complete(claims[1]!);
      await expect(ofSecond).resolves.toEqual({ ok: true });
    });

    it("has a job for each file of a track, and finds the oldest of them by the track", async () => {
      await openWith({ concurrency: 2, limit: 10 });
      const files = ["a.flac", "b.flac"].map((relativePath) => {
        const path = { folder: "/music", relativePath };
        return { ...one, file: { ...path, fileId: fileIdOf(path) } };
      });
      await queue.add(two, "background");
      for (const job of [...files, ...files]) await queue.add(job, "background");

      await queue.promote(keyOf(one));
      const names = [keyOf(one), ...files.map(({ file }) => fileJobName(file.fileId)), keyOf(two)];
      const states = await queue.findStates(names);
      const claims = [await claimNext(queue), await claimNext(queue)];
      const ended = queue.whenDone(keyOf(one));
      await settleReads(queue);
      await queue.fail(claims[0]!, broken);

      expect(states.map((state) => state?.position)).toEqual([0, 0, 1, 2]);
      expect(claims.map(({ job }) => job.file)).toEqual(files.map(({ file }) => file));
      expect(await ended).toEqual({ ok: false, failure: broken });
      expect(await queue.findStates(names)).toMatchObject([
        { state: "processing" },
        undefined,
        { state: "processing" },
        { state: "queued" },
      ]);
    });

    it("finds the oldest upload of a track that has no job of its own", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      const uploads = ["first", "second"].map((id) => ({ ...one, upload: { id, path: `/${id}` } }));
      await queue.add(two);
      for (const upload of uploads) await queue.add(upload);

      const states = await queue.findStates([keyOf(one), "second"]);

      expect(states).toMatchObject([{ position: 1 }, { position: 2 }]);
    });

    it("returns the states of jobs in order of arrival", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      for (const job of [one, two, three]) await queue.add(job);
      await claimNext(queue);

      const states = await queue.findStates([one, two, three, jobOf("nobody")].map(keyOf));

      expect(states).toMatchObject([
        { state: "processing", position: null },
        { state: "queued", position: 0 },
        { state: "queued", position: 1 },
        undefined,
      ]);
    });

    it("estimates the wait by the jobs before and how many run at once, from 2 to 60 s", async () => {
      await openWith({ concurrency: 2, limit: 200 });
      const jobs = Array.from({ length: 80 }, (_, at) => jobOf(`${at}`));
      for (const job of jobs) await queue.add(job);
      for (let count = 0; count < 2; count++) await claimNext(queue);

      const states = await queue.findStates([0, 2, 5, 12, 79].map((at) => keyOf(jobs[at]!)));

      expect(states.map((state) => state?.retryAfterSeconds)).toEqual([2, 2, 4, 11, 60]);
    });

    it("estimates the wait by how long earlier jobs took", async () => {
      const clock = new ManualClock();
      queue = await open({ concurrency: 1, limit: 10, clock });

      for (let at = 0; at < 10; at++) {
        await queue.add(jobOf(`${at}`));
        const claim = await claimNext(queue);
        clock.advance(30_000);
        await queue.complete(claim);
      }
      await queue.add(one);
      await queue.add(two);
      await claimNext(queue);
      const [, waiting] = await queue.findStates([one, two].map(keyOf));

      expect(waiting?.retryAfterSeconds).toBeGreaterThan(15);
      expect(waiting?.retryAfterSeconds).toBeLessThan(30);
    });

    it("counts waiting and running jobs", async () => {
      await openWith({ concurrency: 2, limit: 10 });
      const idle = await queue.load();
      for (const job of [one, two, three]) await queue.add(job);
      for (let count = 0; count < 2; count++) await claimNext(queue);

      const busy = await queue.load();

      expect(idle).toEqual({ waiting: 0, running: 0 });
      expect(busy).toEqual({ waiting: 1, running: 2 });
    });

    it("has no state for a job that has ended", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      await queue.add(one);
      await queue.complete(await claimNext(queue));

      const [states, again] = [await queue.findStates([keyOf(one)]), queue.whenDone(keyOf(one))];

      expect(states).toEqual([undefined]);
      await expect(again).resolves.toBeUndefined();
    });

    it("refuses a job when the queue is full, and accepts it when one was handed out", async () => {
      await openWith({ concurrency: 1, limit: 1 });
      await queue.add(one);
      await claimNext(queue);
      await queue.add(two);

      const adding = queue.add(three);

      await expect(adding).rejects.toThrow(AnalyzerBusyError);
      await expect(adding).rejects.toMatchObject({ facts: { retryAfterSeconds: 2 } });
      await queue.add(two);
      await claimNext(queue);
      await queue.add(three);
      expect(await queue.load()).toEqual({ waiting: 1, running: 2 });
    });

    it("notifies an observer when a job waits, starts and ends, until it unsubscribes", async () => {
      await openWith({ concurrency: 1, limit: 10 });
      const changes: JobChange[] = [];
      const leave = queue.observe((change) => changes.push(change));
      const claiming = claimNext(queue);
      await queue.add(one);
      const first = await claiming;
      await queue.add(two);

      await queue.complete(first);
      const second = await claimNext(queue);
      leave();
      await queue.fail(second, broken);

      expect(changes.filter(({ job }) => keyOf(job) === keyOf(one)).slice(-2)).toMatchObject([
        { state: { state: "processing" } },
        { outcome: { ok: true } },
      ]);
      expect(changes.filter(({ job }) => keyOf(job) === keyOf(two))).toMatchObject([
        { state: { state: "queued", position: 0 } },
        { state: { state: "processing" } },
      ]);
    });

    describeJobWorker(open);
    describeRetries(open);
  });
}
