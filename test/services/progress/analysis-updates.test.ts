import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { StorageBusyError, TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import { AnalysisEvents } from "../../../src/services/analysis/analysis-events.js";
import { AnalysisUpdates } from "../../../src/services/analysis/analysis-updates.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { runJobs } from "../jobs/run-jobs.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { waitUntil } from "../../wait-until.js";
import { HeldStates } from "./held-states.js";

const trackOf = (trackName: string): Track => ({
  trackKey: trackKeyFrom("Overtone", trackName),
  artist: "Overtone",
  trackName,
  artwork: { kind: "none" },
  providers: [],
});
const [waltz, march] = [trackOf("Slow Waltz"), trackOf("March")];

const noFiles = { findByIds: () => Promise.resolve([]) };

/** Returns "processing", "queued 3", or the outcome. */
function textOf(state: AnalysisState): string {
  const isQueued = state.state === "queued";
  return isQueued ? `queued ${state.position}` : state.state;
}

describe("AnalysisUpdates", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  /** Opens a queue that runs one job at a time, until the test ends it. */
  async function open() {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    const jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock: new ManualClock() });
    const clock = new ManualClock();
    const failures = rememberedFailures(database, { clock });
    const states = new HeldStates({ store, jobs, analyzer: new FakeAnalyzer(), failures });
    const logger = new RecordingLogger();
    const log = new FailureLog({ logger });
    const events = new AnalysisEvents({ jobs, states, files: noFiles, failures: log });
    const updates = new AnalysisUpdates({ events, states, failures: log, clock });
    const ends = new Map<string, (error?: Error) => void>();
    const save = ({ trackKey, artist, trackName }: Track): Promise<boolean> =>
      store.save({
        ...measuredAudio({}, 1),
        ...{ trackKey, artist, trackName, source: "library", analyzedAt: 1 },
      });
    const runner = runJobs(jobs, async ({ track }, signal) => {
      const error = await new Promise<Error | undefined>((resolve) => {
        ends.set(track.trackKey, resolve);
        signal.addEventListener("abort", () => resolve(new Error("aborted")));
      });
      if (error) throw error;
      await save(track);
    });
    close.push(
      () => jobs.close(),
      () => runner.close(),
      () => database.close(),
    );
    const end = ({ trackKey }: Track, error?: Error): void => ends.get(trackKey)?.(error);
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    };
    return { updates, events, jobs, store, states, clock, logger, save, end, settle };
  }

  it("returns the state of each in the order of the keys, then each change, and ends", async () => {
    const { updates, jobs, end } = await open();
    await jobs.add({ track: waltz });
    await jobs.add({ track: march });
    const seen: string[] = [];

    for await (const state of updates.watch([march.trackKey, waltz.trackKey, march.trackKey])) {
      seen.push(textOf(state));
      if (seen.length === 2) end(waltz);
      if (seen.length === 4) end(march, new AudioUndecodableError("it is damaged"));
    }

    expect(seen).toEqual(["queued 0", "processing", "ready", "processing", "failed"]);
  });

  it("ends at once when all are ready", async () => {
    const { updates, save, events } = await open();
    await save(waltz);
    const seen: string[] = [];

    for await (const state of updates.watch([waltz.trackKey])) seen.push(textOf(state));

    expect(seen).toEqual(["ready"]);
    expect(events.listenerCount).toBe(0);
  });

  it("reports within two seconds an analysis of another process", async () => {
    const { updates, save, clock, settle } = await open();
    const watch = updates.watch([waltz.trackKey]);
    const first = await watch.next();
    const second = watch.next();
    await settle();

    await save(waltz);
    clock.advance(2_000);

    expect(first.value).toMatchObject({ state: "not_requested" });
    expect((await second).value).toMatchObject({ state: "ready" });
    expect((await watch.next()).done).toBe(true);
  });

  it("reports changed positions every two seconds", async () => {
    const { updates, jobs, clock, end, settle } = await open();
    for (const track of [trackOf("First"), waltz, march]) await jobs.add({ track });
    const watch = updates.watch([march.trackKey]);
    const first = await watch.next();
    const second = watch.next();
    await settle();

    end(trackOf("First"));
    await jobs.whenDone(trackOf("First").trackKey);
    await settle();
    clock.advance(2_000);

    const seen = [first, await second].map(({ value }) => value && textOf(value));
    expect(seen).toEqual(["queued 1", "queued 0"]);
    await watch.return();
  });

  it("keeps only the newest change of each track for a slow reader", async () => {
    const { updates, jobs, end, settle } = await open();
    const watch = updates.watch([waltz.trackKey, march.trackKey]);
    const seen = [await watch.next()];

    await jobs.add({ track: waltz });
    await jobs.add({ track: march });
    const ended = [waltz, march].map(({ trackKey }) => jobs.whenDone(trackKey));
    await settle();
    end(waltz);
    await ended[0];
    await settle();
    end(march);
    await ended[1];
    await new Promise(setImmediate);
    for await (const state of watch) seen.push({ value: state });

    expect(seen.map(({ value }) => value && textOf(value))).toEqual([
      "not_requested",
      "ready",
      "ready",
    ]);
  });

  it("reads once and subscribes once for all watchers", async () => {
    const { updates, events, store, clock, settle } = await open();
    const watches = [[waltz], [waltz, march], [march]].map((tracks) =>
      updates.watch(tracks.map(({ trackKey }) => trackKey)),
    );
    for (const watch of watches) await watch.next();
    await settle();
    store.reads.length = 0;

    clock.advance(2_000);
    await waitUntil(() => store.reads.length > 1);
    const listeners = events.listenerCount;
    for (const watch of watches) await watch.return();

    // Twice, because a job may have ended between the first read and that of the jobs.
    expect(store.reads).toEqual(Array(2).fill([waltz.trackKey, march.trackKey]));
    expect(listeners).toBeLessThanOrEqual(2);
  });

  it("unsubscribes when its reader stops, even while it waits", async () => {
    const { updates, events, clock, settle } = await open();
    const watch = updates.watch([waltz.trackKey]);
    await watch.next();
    const waiting = watch.next();
    await settle();
    const during = events.listenerCount;

    await watch.return();

    expect(during).toBe(1);
    expect((await waiting).done).toBe(true);
    expect([events.listenerCount, clock.sleeperCount]).toEqual([0, 0]);
  });

  it("does not subscribe before it is read", async () => {
    const { updates, events } = await open();

    const watch = updates.watch([waltz.trackKey]);
    const before = events.listenerCount;
    await watch.return();

    expect(before).toBe(0);
  });

  it("ends after an hour", async () => {
    const { updates, events, clock, settle } = await open();
    const watch = updates.watch([waltz.trackKey]);
    await watch.next();
    const waiting = watch.next();
    await settle();

    clock.advance(3_600_000);

    await expect(waiting).rejects.toThrow(TimedOutError);
    await settle();
    expect(events.listenerCount).toBe(0);
  });

  it("continues for the others when one reader stops", async () => {
    const { updates, save, clock, settle } = await open();
    const [left, kept] = [updates.watch([waltz.trackKey]), updates.watch([march.trackKey])];
    for (const watch of [left, kept]) await watch.next();
    const next = kept.next();
    await settle();

    await left.return();
    await save(march);
    clock.advance(2_000);

    expect((await next).value).toMatchObject({ state: "ready" });
    expect(updates.watchCount).toBe(1);
    await kept.return();
  });

  it("ends at once when its reader fails", async () => {
    const { updates, events } = await open();
    const watch = updates.watch([waltz.trackKey]);
    await watch.next();
    const waiting = watch.next();
    const broken = new Error("The client has left.");

    const ending = watch.throw(broken);

    await expect(ending).rejects.toBe(broken);
    expect((await waiting).done).toBe(true);
    expect([events.listenerCount, updates.watchCount]).toEqual([0, 0]);
  });

  it("does not replace an unread change by an older state that was read meanwhile", async () => {
    const { updates, states, jobs, clock, end, settle } = await open();
    await jobs.add({ track: waltz });
    const watch = updates.watch([waltz.trackKey]);
    const seen = [await watch.next()];
    const release = states.hold();

    clock.advance(2_000);
    await settle();
    end(waltz);
    await settle();
    release();
    await settle();
    const next = watch.next();
    await settle();
    await watch.return();
    seen.push(await next);

    const texts = seen.map(({ value }) => value && textOf(value));
    expect(texts).toEqual(["processing", "ready"]);
  });

  it("logs that the states cannot be read, and reads them two seconds later", async () => {
    const { updates, states, save, clock, logger, settle } = await open();
    const watch = updates.watch([waltz.trackKey]);
    await watch.next();
    const next = watch.next();
    await settle();
    states.held = Promise.reject(new StorageBusyError());

    await save(waltz);
    clock.advance(2_000);
    await settle();
    clock.advance(2_000);

    expect((await next).value).toMatchObject({ state: "ready" });
    expect(logger.lines).toMatchObject([{ level: "warn", facts: { code: "STORAGE_BUSY" } }]);
  });
});
