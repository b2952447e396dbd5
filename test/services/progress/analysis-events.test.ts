import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { fileIdOf, type LibraryFile } from "../../../src/domain/library/library-file.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import { AnalysisEvents } from "../../../src/services/analysis/analysis-events.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";
import { fileOf } from "../../contracts/library-store.contract.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { runJobs } from "../jobs/run-jobs.js";

const trackOf = (trackName: string): Track => ({
  trackKey: trackKeyFrom("Overtone", trackName),
  artist: "Overtone",
  trackName,
  artwork: { kind: "none" },
  providers: [],
});
const [waltz, march] = [trackOf("Slow Waltz"), trackOf("March")];

/** The file of a job, as the library has it. */
const held: LibraryFile = {
  ...fileOf("Overtone", "Slow Waltz"),
  recordingId: "rec:0123456789abcdef" as RecordingId,
};

/** A store whose next read fails with `failure`. */
class BreakableAnalysisStore extends SqlAnalysisStore {
  failure: Error | undefined;

  override findMany(trackKeys: readonly TrackKey[]): ReturnType<SqlAnalysisStore["findMany"]> {
    const { failure } = this;
    this.failure = undefined;
    return failure ? Promise.reject(failure) : super.findMany(trackKeys);
  }
}

describe("AnalysisEvents", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  /** Opens a queue whose jobs end on command, and records the published events. */
  async function open() {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const store = new BreakableAnalysisStore({ database });
    const jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock: new ManualClock() });
    const failures = rememberedFailures(database);
    const states = new AnalysisStates({ store, jobs, analyzer: new FakeAnalyzer(), failures });
    const log = new RecordingLogger();
    const files = { findByIds: () => Promise.resolve([held]) };
    const events = new AnalysisEvents({
      ...{ jobs, states, files, failures: new FailureLog({ logger: log }) },
    });
    let outcome: Error | undefined;
    const runner = runJobs(jobs, async ({ track }) => {
      if (outcome) throw outcome;
      await store.save({ ...measuredAudio({}, 1), ...track, source: "library", analyzedAt: 1 });
    });
    const published: AnalysisState[] = [];
    const stop = events.listen(({ state }) => published.push(state));
    close.push(
      () => jobs.close(),
      () => runner.close(),
      () => database.close(),
    );
    const fail = (error: Error): void => void (outcome = error);
    const settle = async (count: number): Promise<void> => {
      await waitUntil(() => published.length >= count);
    };
    return { events, jobs, store, failures, log, published, stop, fail, settle };
  }

  it("publishes when an analysis waits, starts and is ready", async () => {
    const { jobs, published, settle } = await open();

    await jobs.add({ track: waltz });
    await jobs.add({ track: march });
    await settle(5);

    const ofMarch = published.filter((state) =>
      state.state === "ready"
        ? state.analysis.trackKey === march.trackKey
        : state.trackKey === march.trackKey,
    );
    expect(ofMarch).toEqual([
      { state: "queued", trackKey: march.trackKey, retryAfterSeconds: 2, position: 0 },
      { state: "processing", trackKey: march.trackKey, retryAfterSeconds: 2, position: null },
      expect.objectContaining({ state: "ready" }),
    ]);
  });

  it("publishes why an analysis failed, and when another request may help", async () => {
    const { jobs, published, fail, settle } = await open();
    const error = new ProviderUnavailableError("deezer");
    fail(error);

    await jobs.add({ track: waltz });
    await settle(2);

    const { trackKey } = waltz;
    expect(published[1]).toEqual({
      state: "failed",
      trackKey,
      error,
      retryAfterSeconds: 5,
      isRetryable: true,
    });
  });

  it("publishes which recording the file holds whose analysis failed", async () => {
    const { jobs, published, fail, settle } = await open();
    fail(new AudioUndecodableError("it is damaged"));
    const { folder, relativePath, recordingId } = held;

    await jobs.add({ track: waltz, file: { folder, relativePath, fileId: fileIdOf(held) } });
    await settle(2);

    expect(published[1]).toMatchObject({ state: "failed", recordingId });
  });

  it("publishes nothing for a failure that does not change an analysis", async () => {
    const { jobs, published, fail, settle } = await open();
    await jobs.add({ track: waltz });
    await settle(2);
    fail(new AudioUndecodableError("it is damaged"));

    await jobs.add({ track: waltz });
    await jobs.whenDone(waltz.trackKey);
    await new Promise(setImmediate);
    await jobs.add({ track: march });
    await settle(5);

    expect(published.map(({ state }) => state)).toEqual([
      "processing",
      "ready",
      "processing",
      "processing",
      "failed",
    ]);
  });

  it("publishes nothing to a listener that has unsubscribed", async () => {
    const { events, jobs, published, stop } = await open();

    stop();
    await jobs.add({ track: waltz });
    await jobs.whenDone(waltz.trackKey);

    expect(published).toEqual([]);
    expect(events.listenerCount).toBe(0);
  });

  it("publishes a failure with the time for which it is remembered", async () => {
    const { jobs, failures, published, fail, settle } = await open();
    const error = new AudioUndecodableError("it is damaged");
    await failures.remember({ name: waltz.trackKey, trackKey: waltz.trackKey }, error);
    fail(error);

    await jobs.add({ track: waltz });
    await settle(2);

    expect(published[1]).toMatchObject({ state: "failed", error, retryAfterSeconds: 60 });
  });

  it("continues after a state that cannot be read, and logs it", async () => {
    const { jobs, store, log, published, settle } = await open();
    store.failure = new StorageBusyError();

    await jobs.add({ track: march });
    await jobs.add({ track: waltz });
    await settle(4);

    expect(published.map(({ state }) => state)).toEqual([
      "processing",
      "queued",
      "processing",
      "ready",
    ]);
    expect(log.lines).toMatchObject([{ level: "warn", facts: { code: "STORAGE_BUSY" } }]);
  });
});
