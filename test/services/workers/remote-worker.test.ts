import { JobRunner } from "../../../src/services/jobs/job-runner.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { RemoteWorker } from "../../../src/services/workers/remote-worker.js";
import type { WorkerResult } from "../../../src/domain/analysis/offered-work.js";
import type { JobClaim, JobWorker } from "../../../src/ports/analysis/job-worker.js";
import { jobOf } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";

describe("A worker of a server", () => {
  const clock = new ManualClock();
  const logger = new RecordingLogger();

  /** Opens a worker that has claimed one job, and waits until it runs. */
  async function open(isAway = false) {
    const ends: string[] = [];
    const claim: JobClaim = { job: { ...jobOf("one"), id: "1" }, token: "t", attempt: 1 };
    let offered: JobClaim | undefined = claim;
    const note = (end: string) => (): Promise<boolean> => {
      ends.push(end);
      return Promise.resolve(true);
    };
    const jobs: JobWorker<WorkerResult> = {
      claim: (signal) => {
        const next = offered;
        offered = undefined;
        if (next) return Promise.resolve(next);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
      },
      extend: note("extended"),
      complete: note("completed"),
      fail: note("failed"),
      decline: note("declined"),
      release: note("released"),
    };
    let finish: () => void = () => undefined;
    let isRunning = false;
    const runner = new JobRunner<WorkerResult>({
      ...{ worker: jobs, concurrency: 1, clock, failures: new FailureLog({ logger }) },
      work: (_job, signal) =>
        new Promise((resolve, reject) => {
          isRunning = true;
          finish = () => resolve(undefined);
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
      retryDelay: () => undefined,
      onFailed: () => Promise.resolve(),
    });
    const endRequests = (): void => void ends.push("requests ended");
    const refusal = new AbortController();
    const worker = new RemoteWorker({
      runner,
      refused: refusal.signal,
      endRequests,
      isServerAway: () => isAway,
      drainMilliseconds: 60_000,
      clock,
      logger,
    });
    const run = worker.run();
    void run.catch(() => undefined);
    await waitUntil(() => isRunning);
    const refuse = (error: Error): void => refusal.abort(error);
    return { worker, refuse, run, ends, finish: () => finish() };
  }

  it("finishes what it runs before it stops", async () => {
    const { worker, run, ends, finish } = await open();

    worker.stop();
    finish();
    await run;

    expect(ends).toEqual(["completed", "requests ended"]);
    expect(clock.sleeperCount).toBe(0);
  });

  it("gives back what takes longer than its limit", async () => {
    const { worker, run, ends } = await open();

    worker.stop();
    await waitUntil(() => clock.sleeperCountOf(60_000) === 1);
    clock.advance(60_000);
    await run;

    expect(ends).toEqual(["requests ended", "released"]);
  });

  it("gives up what it runs soon after it was stopped, where its server is away", async () => {
    const { worker, run, ends } = await open(true);

    worker.stop();
    for (let look = 0; look < 10; look++) {
      await waitUntil(() => clock.sleeperCountOf(500) === 1);
      clock.advance(500);
    }
    await run;

    expect(ends).toEqual(["requests ended", "released"]);
  });

  it("gives back what it runs at once when it is told a second time", async () => {
    const { worker, run, ends } = await open();

    worker.stop();
    worker.stop();
    await run;

    expect(ends).toEqual(["requests ended", "released"]);
  });

  it("ends with the reason where the server refuses it", async () => {
    const { refuse, run, finish } = await open();

    refuse(new Error("revoked"));
    finish();

    await expect(run).rejects.toThrow("revoked");
  });
});
