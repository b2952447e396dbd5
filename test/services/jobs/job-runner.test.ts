import { InProcessJobQueue } from "./in-process-job-queue.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import type { AnalysisJob } from "../../../src/ports/analysis/job-queue.js";
import type { JobClaim } from "../../../src/ports/analysis/job-worker.js";
import { jobOf, keyOf } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { runJobs } from "./run-jobs.js";

/** A queue whose claims last a minute, unless they are lost. */
class LeasingQueue extends InProcessJobQueue {
  extended = 0;
  isLost = false;

  override async claim(signal: AbortSignal): Promise<JobClaim | undefined> {
    const claim = await super.claim(signal);
    return claim && { ...claim, leaseMilliseconds: 60_000 };
  }

  override extend(claim: JobClaim): Promise<boolean> {
    this.extended++;
    return this.isLost ? Promise.resolve(false) : super.extend(claim);
  }
}

describe("The runner of jobs", () => {
  const [one, two, three] = [jobOf("one"), jobOf("two"), jobOf("three")];
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };

  /** Opens a queue with a runner whose jobs end on command. */
  function open(given: Parameters<typeof runJobs>[2] = {}) {
    const clock = new ManualClock();
    const { concurrency = 1 } = given;
    const jobs = new LeasingQueue({ concurrency, limit: 10, clock });
    const started: string[] = [];
    const signals: AbortSignal[] = [];
    const ends = new Map<string, (error?: Error) => void>();
    const work = ({ track, id }: AnalysisJob, signal: AbortSignal): Promise<undefined> => {
      started.push(track.trackName);
      signals.push(signal);
      return new Promise((resolve, reject) => {
        ends.set(track.trackKey, (error) => (error ? reject(error) : resolve(undefined)));
        signal.addEventListener("abort", () => reject(new Error(`aborted ${id}`)));
      });
    };
    const runner = runJobs(jobs, work, { clock, ...given });
    close.push(
      () => jobs.close(),
      () => runner.close(),
    );
    const end = (job: typeof one, error?: Error): void => ends.get(keyOf(job))?.(error);
    return { jobs, runner, clock, started, signals, end };
  }

  it("runs as many jobs at once as it may, and continues with the next after each end", async () => {
    const { jobs, started, end } = open({ concurrency: 2 });
    for (const job of [one, two, three]) await jobs.add(job);
    await settle();
    const atOnce = [...started];
    const done = [one, three].map((job) => jobs.whenDone(keyOf(job)));

    end(one, new Error("broken"));
    await settle();
    end(three);

    expect(atOnce).toEqual(["one", "two"]);
    expect(started).toEqual(["one", "two", "three"]);
    expect(await Promise.all(done)).toMatchObject([
      { ok: false, failure: { code: "INTERNAL", message: "An internal error occurred." } },
      { ok: true },
    ]);
  });

  it("repeats a job while its failure has a delay, and then ends it with the reason", async () => {
    const retryDelay = (error: unknown, attempt: number): number | undefined =>
      error instanceof AudioUnavailableError && attempt < 3 ? attempt * 1_000 : undefined;
    const { jobs, clock, started, end } = open({ retryDelay });
    await jobs.add(one);
    const done = jobs.whenDone(keyOf(one));

    for (let attempt = 1; attempt <= 3; attempt++) {
      await settle();
      end(one, new AudioUnavailableError());
      await settle();
      clock.advance(attempt * 1_000);
    }

    const facts = { retryAfterSeconds: 10 };
    expect(await done).toMatchObject({ ok: false, failure: { code: "AUDIO_UNAVAILABLE", facts } });
    expect(started).toEqual(["one", "one", "one"]);
  });

  it("aborts its jobs when it is closed, and gives them back", async () => {
    const { jobs, runner, started } = open();
    await jobs.add(one);
    await jobs.add(two);
    await settle();

    await runner.close();

    expect(started).toEqual(["one"]);
    expect(await jobs.load()).toEqual({ waiting: 2, running: 0 });
    expect(await jobs.findStates([keyOf(one)])).toMatchObject([{ position: 0 }]);
  });

  it("finishes what runs, and claims nothing more, while it drains", async () => {
    const { jobs, runner, started, end } = open();
    for (const job of [one, two]) await jobs.add(job);
    await settle();
    const done = jobs.whenDone(keyOf(one));

    const drained = runner.drain();
    await settle();
    end(one);
    await drained;

    expect(await done).toEqual({ ok: true });
    expect(started).toEqual(["one"]);
    expect(await jobs.load()).toEqual({ waiting: 1, running: 0 });
  });

  it("releases what still runs where it is closed while it drains", async () => {
    const { jobs, runner } = open();
    await jobs.add(one);
    await settle();

    const drained = runner.drain();
    await runner.close();
    await drained;

    expect(await jobs.load()).toEqual({ waiting: 1, running: 0 });
  });

  it("extends a claim three times in its time, until the job ends", async () => {
    const { jobs, clock, end } = open();
    await jobs.add(one);
    const done = jobs.whenDone(keyOf(one));

    for (let count = 0; count < 6; count++) {
      await settle();
      clock.advance(15_000);
    }
    await settle();
    end(one);
    await done;
    await settle();

    expect(jobs.extended).toBe(6);
    expect(clock.sleeperCount).toBe(0);
  });

  it("aborts a job whose claim was lost, and continues with the next", async () => {
    const { jobs, clock, signals } = open();
    await jobs.add(one);
    await settle();
    jobs.isLost = true;

    clock.advance(15_000);
    await settle();

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it("continues after a claim that failed", async () => {
    const { jobs, clock, started, end } = open();
    await jobs.add(one);
    await settle();
    const claim = jobs.claim.bind(jobs);
    jobs.claim = () => Promise.reject(new Error("locked"));
    end(one);
    await settle();
    jobs.claim = claim;
    await jobs.add(two);
    const early = [...started];

    clock.advance(1_000);
    await settle();

    expect([early, started]).toEqual([["one"], ["one", "two"]]);
  });
});
