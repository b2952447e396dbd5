import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskUploadStore } from "../../src/adapters/audio/disk-upload-store.js";
import { KeyvMetadataCache } from "../../src/adapters/cache/keyv-metadata-cache.js";
import { FileTagReader } from "../../src/adapters/library/file-tag-reader.js";
import { InProcessJobQueue } from "../../src/adapters/queue/in-process-job-queue.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../src/adapters/storage/sql-analysis-store.js";
import { SqlLibraryStore } from "../../src/adapters/storage/sql-library-store.js";
import { AudioUndecodableError } from "../../src/domain/errors.js";
import { trackKeyFrom } from "../../src/domain/track-key.js";
import type { Track } from "../../src/domain/track.js";
import type { AudioSource, EncodedAudio } from "../../src/ports/audio-source.js";
import { AnalysisEvents } from "../../src/services/analysis-events.js";
import { AnalysisKeeper } from "../../src/services/analysis-keeper.js";
import { AnalysisService } from "../../src/services/analysis-service.js";
import { AnalysisStates } from "../../src/services/analysis-states.js";
import { FailureLog } from "../../src/services/failure-log.js";
import { RememberedFailures } from "../../src/services/remembered-failures.js";
import { SearchService } from "../../src/services/search-service.js";
import { TrackService } from "../../src/services/track-service.js";
import { UploadService } from "../../src/services/upload-service.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../fakes/fake-provider.js";
import { ManualClock } from "../fakes/manual-clock.js";
import { RecordingLogger } from "../fakes/recording-logger.js";

const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
const waltz: Track = {
  trackKey,
  artist: "Overtone",
  trackName: "Slow Waltz",
  artwork: { kind: "none" },
  providers: ["library"],
};
const patience = { signal: new AbortController().signal };

class NamedSource implements AudioSource {
  constructor(
    readonly name: string,
    readonly answer: EncodedAudio | undefined | Error,
  ) {}

  find(): Promise<EncodedAudio | undefined> {
    if (this.answer instanceof Error) return Promise.reject(this.answer);
    return Promise.resolve(this.answer);
  }
}

const audio: EncodedAudio = { kind: "memory", bytes: new Uint8Array(1) };

describe("AnalysisService", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  async function open(
    given: { sources?: AudioSource[]; analyzer?: FakeAnalyzer; clock?: ManualClock } = {},
  ): Promise<{
    service: AnalysisService;
    analyzer: FakeAnalyzer;
    clock: ManualClock;
    store: SqlAnalysisStore;
    cache: KeyvMetadataCache;
  }> {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const logger = new RecordingLogger();
    const clock = given.clock ?? new ManualClock();
    const analyzer = given.analyzer ?? new FakeAnalyzer({ tempo: 90 });
    const store = new SqlAnalysisStore({ database });
    const library = new SqlLibraryStore({ database });
    const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 1_000 });
    const jobs = new InProcessJobQueue({ concurrency: 1, limit: 10 });
    const providers = [new FakeProvider("library", [candidate("Overtone", "Slow Waltz")])];
    const log = new FailureLog({ logger });
    const tracks = new TrackService({ cache, library, analyses: store });
    const keeper = new AnalysisKeeper({ store });
    const wait = { clock, longestMilliseconds: 20_000 };
    const folder = join(tmpdir(), "overtone-no-uploads");
    const uploads = new UploadService({
      uploads: new DiskUploadStore({ folder, limitBytes: 1 }),
      tags: new FileTagReader(),
      jobs,
      analyzer,
      tracks,
      cache,
      keeper,
      clock,
      wait,
    });
    const failures = new RememberedFailures({ clock });
    const states = new AnalysisStates({ store, jobs, analyzer, failures });
    const service = new AnalysisService({
      store,
      jobs,
      analyzer,
      clock,
      sources: given.sources ?? [new NamedSource("library", audio)],
      tracks,
      uploads,
      keeper,
      search: new SearchService({
        providers,
        cache,
        tracks,
        clock,
        failures: log,
        deadlineMilliseconds: 4_000,
      }),
      failures,
      states,
      events: new AnalysisEvents({ jobs, states, failures: log }),
      wait,
    });
    close.push(
      () => jobs.close(),
      () => database.close(),
    );
    return { service, analyzer, clock, store, cache };
  }

  it("computes an analysis of an older version anew", async () => {
    const { service, analyzer, store, cache } = await open();
    await cache.keepTracks([waltz]);
    await service.request({ trackKey }, patience);
    const [stored] = await store.findMany([trackKey]);
    if (stored) await store.save({ ...stored, version: 0 });

    const [before] = await service.findMany([trackKey]);
    const after = await service.request({ trackKey }, patience);

    expect(before?.state).toBe("not_requested");
    expect(after).toMatchObject({ state: "ready", analysis: { version: 1 } });
    expect(analyzer.asked).toHaveLength(2);
  });

  it("takes the audio of the first source that has some, and keeps which it was", async () => {
    const sources = [
      new NamedSource("upload", undefined),
      new NamedSource("library", audio),
      new NamedSource("deezer", audio),
    ];
    const { service, cache } = await open({ sources });
    await cache.keepTracks([waltz]);

    const state = await service.request({ trackKey }, patience);

    expect(state).toMatchObject({ state: "ready", analysis: { source: "library" } });
  });

  it("tries the next source when one fails, and reports the last failure when all do", async () => {
    const broken = new AudioUndecodableError("it is damaged");
    const good = await open({
      sources: [new NamedSource("library", broken), new NamedSource("deezer", audio)],
    });
    const bad = await open({ sources: [new NamedSource("library", broken)] });
    await Promise.all([good.cache.keepTracks([waltz]), bad.cache.keepTracks([waltz])]);

    const cured = await good.service.request({ trackKey }, patience);
    const failed = await bad.service.request({ trackKey }, patience);

    expect(cured).toMatchObject({ state: "ready", analysis: { source: "deezer" } });
    expect(failed).toEqual({
      state: "failed",
      trackKey,
      error: broken,
      retryAfterSeconds: 60,
      isRetryable: false,
    });
  });

  it("tries a failed analysis again after a while", async () => {
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    const { service, clock, cache } = await open({ analyzer });
    await cache.keepTracks([waltz]);
    await service.request({ trackKey }, patience);
    analyzer.answerWith({ tempo: 90 });

    const soon = await service.request({ trackKey }, patience);
    clock.advance(60_000);
    const later = await service.request({ trackKey }, patience);

    expect(soon.state).toBe("failed");
    expect(later.state).toBe("ready");
  });

  it("starts nothing when states are only looked up", async () => {
    const { service, analyzer, cache } = await open();
    await cache.keepTracks([waltz]);

    const states = await service.findMany([trackKey, trackKeyFrom("No", "Body")]);

    expect(states.map(({ state }) => state)).toEqual(["not_requested", "not_requested"]);
    expect(analyzer.asked).toHaveLength(0);
  });

  it("stops waiting when its patience ends, and the analysis goes on", async () => {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const { service, clock, cache } = await open({ analyzer });
    await cache.keepTracks([waltz]);
    const asking = service.request({ trackKey }, { ...patience, waitSeconds: 5 });
    while (clock.sleeperCount === 0) await new Promise(setImmediate);

    clock.advance(5_000);
    const impatient = await asking;
    const again = service.request({ trackKey }, patience);
    release();

    expect(impatient).toEqual({
      state: "processing",
      trackKey,
      retryAfterSeconds: 2,
      position: null,
    });
    await expect(again).resolves.toMatchObject({ state: "ready" });
    expect(analyzer.asked).toHaveLength(1);
  });

  it("says of those that find the queue full that they do, and when it may have room", async () => {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const { service, cache } = await open({ analyzer });
    const titles = Array.from({ length: 12 }, (_, i) => `Waltz ${i}`);
    const tracks = titles.map((trackName) => ({
      ...waltz,
      trackName,
      trackKey: trackKeyFrom("Overtone", trackName),
    }));
    await cache.keepTracks(tracks);

    const wish = { ...patience, waitSeconds: 0 };
    const states = await service.requestMany(
      tracks.map((track) => track.trackKey),
      wish,
    );
    release();

    expect(states.map(({ state }) => state)).toEqual([
      "processing",
      ...Array<string>(10).fill("queued"),
      "failed",
    ]);
    expect(states[11]).toMatchObject({
      error: { code: "ANALYZER_BUSY" },
      retryAfterSeconds: 20,
      isRetryable: true,
    });
  });
});
