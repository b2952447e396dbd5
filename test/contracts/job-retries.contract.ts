import { AnalyzerBusyError } from "../../src/domain/errors/analysis-errors.js";
import type { Clock } from "../../src/ports/runtime/clock.js";
import type { JobChange, JobQueue } from "../../src/ports/analysis/job-queue.js";
import { ManualClock } from "../fakes/manual-clock.js";
import { jobOf, keyOf, Workbench } from "./job-workbench.js";

/** The contract of every JobQueue for jobs with temporary failures. */
export function describeRetries(
  open: (options: { concurrency: number; limit: number; clock?: Clock }) => JobQueue,
): void {
  describe("with temporary failures", () => {
    const [one, two, three] = [jobOf("one"), jobOf("two"), jobOf("three")];
    let bench: Workbench;
    let queue: JobQueue;
    afterEach(() => queue.close());

    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    };
    const openRetrying = (given: { limit: number }): ManualClock => {
      const clock = new ManualClock();
      bench = new Workbench();
      queue = open({ concurrency: 1, ...given, clock });
      queue.process(bench.work, ({ message }, attempt) =>
        message === "passing" && attempt < 3 ? attempt * 1_000 : undefined,
      );
      return clock;
    };

    it("retries a job after its delay, and runs others meanwhile", async () => {
      const clock = openRetrying({ limit: 10 });
      const changes: JobChange[] = [];
      await queue.add(one);
      await queue.add(two);
      queue.observe((change) => changes.push(change));
      const done = queue.whenDone(keyOf(one));

      bench.release(one, new Error("passing"));
      await settle();
      const delayed = await queue.findStates([one, two].map(keyOf));
      const load = await queue.load();
      bench.release(two);
      await settle();
      clock.advance(999);
      await settle();
      const early = [...bench.started];
      clock.advance(1);
      await settle();
      bench.release(one);

      expect(delayed).toMatchObject([{ state: "queued", position: 0 }, { state: "processing" }]);
      expect(load).toEqual({ waiting: 1, running: 1 });
      expect(early).toEqual(["one", "two"]);
      expect(bench.started).toEqual(["one", "two", "one"]);
      await expect(done).resolves.toEqual({ ok: true });
      expect(changes.filter(({ job }) => job === one)).toMatchObject([
        { job: one, state: { state: "queued", position: expect.any(Number) as number } },
        { job: one, state: { state: "processing" } },
        { job: one, outcome: { ok: true } },
      ]);
    });

    it("ends a job with the failure of its last attempt", async () => {
      const clock = openRetrying({ limit: 10 });
      await queue.add(one);
      const done = queue.whenDone(keyOf(one));

      for (let attempt = 1; attempt <= 3; attempt++) {
        bench.release(one, new Error("passing"));
        await settle();
        clock.advance(attempt * 1_000);
        await settle();
      }

      await expect(done).resolves.toEqual({ ok: false, error: new Error("passing") });
      expect(bench.started).toEqual(["one", "one", "one"]);
    });

    it("counts jobs that wait for a retry towards the maximum queue length", async () => {
      openRetrying({ limit: 1 });
      await queue.add(one);
      await queue.add(two);
      bench.release(one, new Error("passing"));
      await settle();

      await expect(queue.add(three)).rejects.toThrow(AnalyzerBusyError);
    });

    it("drops jobs that wait for a retry when it is closed", async () => {
      const clock = openRetrying({ limit: 10 });
      await queue.add(one);
      const done = queue.whenDone(keyOf(one));
      bench.release(one, new Error("passing"));
      await settle();

      await queue.close();
      clock.advance(10_000);
      await settle();

      await expect(done).resolves.toMatchObject({ ok: false });
      expect(bench.started).toEqual(["one"]);
    });
  });
}
