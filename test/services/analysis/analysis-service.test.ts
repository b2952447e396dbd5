import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import type { NewJob } from "../../../src/ports/analysis/job-queue.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { measuredAudio, recordingOf } from "../../fakes/measured-audio.js";
import { libraryFile } from "../../fakes/memory-library-store.js";
import { waitUntil } from "../../wait-until.js";
import {
  audio,
  NamedSource,
  openAnalysisService,
  waitOptions,
  trackKey,
  waltz,
} from "./opened-analysis-service.js";

const { artist, trackName } = waltz;
/** The recording that the analyser finds in the audio of the sources. */
const recordingId = recordingOf("00");
const stored = { ...measuredAudio({ tempo: 70, recordingId }, 1), trackKey, artist, trackName };
const excerpt = {
  ...stored,
  recordingId: recordingOf("excerpt"),
  source: "deezer",
  analyzedAt: 1,
  excerptSeconds: 30,
};
const file = libraryFile(artist, trackName);

describe("AnalysisService", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  const open = (given: Parameters<typeof openAnalysisService>[1] = {}) =>
    openAnalysisService(close, given);

  describe("with an analysis of an older version", () => {
    const versionOf = (state: AnalysisState | undefined): unknown =>
      state?.state === "ready" ? state.analysis.version : state?.state;

    it.each(["request", "requestMany"] as const)(
      "returns it on %s, and repeats it in the background",
      async (method) => {
        const { service, analyzer, store, cache } = await open();
        await cache.saveTracks([waltz]);
        await store.save({ ...stored, source: "library", analyzedAt: 1, version: 0 });
        const release = analyzer.hold();

        const [found] = await service.findMany([trackKey]);
        const [during] =
          method === "request"
            ? [await service.request({ trackKey }, waitOptions)]
            : await service.requestMany([trackKey], waitOptions);
        release();
        await waitUntil(async () => versionOf((await service.findMany([trackKey]))[0]) === 1);

        expect([found, during].map(versionOf)).toEqual([0, 0]);
        expect(analyzer.received).toHaveLength(1);
      },
    );

    it("does not repeat that of an upload, whose audio is gone", async () => {
      const { service, analyzer, store, cache } = await open({ sources: [] });
      await cache.saveTracks([waltz]);
      await store.save({ ...stored, source: "upload", analyzedAt: 1, version: 0 });

      const state = await service.request({ trackKey }, waitOptions);

      expect(versionOf(state)).toBe(0);
      expect(await service.isUnderWay(trackKey)).toBe(false);
      expect(analyzer.received).toEqual([]);
    });

    it("returns it where the queue is full", async () => {
      const { service, analyzer, store, cache } = await open({ limit: 0 });
      await cache.saveTracks([waltz]);
      await store.save({ ...stored, source: "library", analyzedAt: 1, version: 0 });
      const release = analyzer.hold();

      const states = [1, 2].map(() => service.request({ trackKey }, waitOptions));

      expect((await Promise.all(states)).map(versionOf)).toEqual([0, 0]);
      release();
    });
  });

  it("uses the audio of the first source that has it, and stores the name of the source", async () => {
    const sources = [
      new NamedSource("upload", undefined),
      new NamedSource("library", audio),
      new NamedSource("deezer", audio),
    ];
    const { service, cache } = await open({ sources });
    await cache.saveTracks([waltz]);

    const state = await service.request({ trackKey }, waitOptions);

    expect(state).toMatchObject({ state: "ready", analysis: { source: "library" } });
  });

  it("tries the next source when one fails, and reports the last failure when all do", async () => {
    const broken = new AudioUndecodableError("it is damaged");
    const good = await open({
      sources: [new NamedSource("library", broken), new NamedSource("deezer", audio)],
    });
    const bad = await open({ sources: [new NamedSource("library", broken)] });
    await Promise.all([good.cache.saveTracks([waltz]), bad.cache.saveTracks([waltz])]);

    const retried = await good.service.request({ trackKey }, waitOptions);
    const failed = await bad.service.request({ trackKey }, waitOptions);

    expect(retried).toMatchObject({ state: "ready", analysis: { source: "deezer" } });
    expect(failed).toEqual({
      state: "failed",
      trackKey,
      error: broken,
      retryAfterSeconds: 60,
      isRetryable: false,
    });
  });

  it("retries a failed analysis after a while", async () => {
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    const { service, clock, cache } = await open({ analyzer });
    await cache.saveTracks([waltz]);
    await service.request({ trackKey }, waitOptions);
    analyzer.answerWith({ tempo: 90 });

    const soon = await service.request({ trackKey }, waitOptions);
    clock.advance(60_000);
    const later = await service.request({ trackKey }, waitOptions);

    expect(soon.state).toBe("failed");
    expect(later.state).toBe("ready");
  });

  it("returns an excerpt's analysis after that of the file has failed, and tries again a minute later", async () => {
    const { service, store, files, analyzer, clock } = await open();
    await store.save(excerpt);
    await files.save([file]);
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));

    const failed = await service.request({ trackKey }, waitOptions);
    const soon = await service.request({ trackKey }, waitOptions);
    const attempts = analyzer.received.length;
    analyzer.answerWith({ tempo: 90 });
    clock.advance(60_000);
    const later = await service.request({ trackKey }, waitOptions);

    expect([failed, soon]).toMatchObject(Array(2).fill({ state: "ready", analysis: excerpt }));
    expect(attempts).toBe(1);
    expect(later).toMatchObject({ state: "ready", analysis: { source: "library", recordingId } });
  });

  it("returns an excerpt's analysis without a job while no file has the name", async () => {
    const { service, store, jobs } = await open();
    await store.save(excerpt);
    let changeCount = 0;
    jobs.observe(() => (changeCount += 1));

    const state = await service.request({ trackKey }, waitOptions);

    expect(state).toMatchObject({ state: "ready", analysis: excerpt });
    expect(changeCount).toBe(0);
  });

  it("returns an excerpt's analysis when the server stops while the file is measured", async () => {
    const { service, store, files, analyzer, endJobs } = await open();
    await store.save(excerpt);
    await files.save([file]);
    analyzer.hold();

    const asking = service.request({ trackKey }, waitOptions);
    await waitUntil(() => analyzer.received.length > 0);
    await endJobs();

    expect(await asking).toMatchObject({ state: "ready", analysis: excerpt });
  });

  it("measures each file with the name, and answers the recording that most of them hold", async () => {
    const find = ({ file }: NewJob): Promise<EncodedAudio> => {
      const isFirst = file?.relativePath.startsWith("a") === true;
      return Promise.resolve({ kind: "memory", bytes: Buffer.from(isFirst ? "a" : "b") });
    };
    const { service, files, analyzer } = await open({
      sources: [{ name: "library", find }],
    });
    const paths = ["a.mp3", "b.mp3", "c.mp3"];
    await files.save(paths.map((relativePath) => ({ ...file, relativePath })));

    await service.request({ trackKey }, waitOptions);
    await waitUntil(() => analyzer.received.length === 3);
    await waitUntil(async () => !(await service.isUnderWay(trackKey)));

    const [state] = await service.findMany([trackKey]);
    const most = { trackKey, recordingId: recordingOf("62") };
    expect(state).toMatchObject({ state: "ready", analysis: most });
  });

  it("starts nothing when states are only looked up", async () => {
    const { service, analyzer, cache } = await open();
    await cache.saveTracks([waltz]);

    const states = await service.findMany([trackKey, trackKeyFrom("No", "Body")]);

    expect(states.map(({ state }) => state)).toEqual(["not_requested", "not_requested"]);
    expect(analyzer.received).toHaveLength(0);
  });

  it("stops waiting at the wait limit, and the analysis continues", async () => {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const { service, clock, cache } = await open({ analyzer });
    await cache.saveTracks([waltz]);
    const asking = service.request({ trackKey }, { ...waitOptions, waitSeconds: 5 });
    await waitUntil(() => clock.sleeperCountOf(5_000) > 0);

    clock.advance(5_000);
    const impatient = await asking;
    const again = service.request({ trackKey }, waitOptions);
    release();

    expect(impatient).toEqual({
      state: "processing",
      trackKey,
      retryAfterSeconds: 2,
      position: null,
    });
    await expect(again).resolves.toMatchObject({ state: "ready" });
    expect(analyzer.received).toHaveLength(1);
  });

  it("fails with the time after which to retry when the queue is full", async () => {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const { service, cache } = await open({ analyzer });
    const titles = Array.from({ length: 12 }, (_, i) => `Waltz ${i}`);
    const tracks = titles.map((trackName) => ({
      ...waltz,
      trackName,
      trackKey: trackKeyFrom("Overtone", trackName),
    }));
    await cache.saveTracks(tracks);

    const noWait = { ...waitOptions, waitSeconds: 0 };
    const states = await service.requestMany(
      tracks.map((track) => track.trackKey),
      noWait,
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

  it.each([
    ["as they are", "Overtone", "Slow Waltz"],
    ["with space around them", " Overtone ", "Slow  Waltz"],
  ])("searches for an unknown track whose artist and title are given %s", async (...given) => {
    const [, artist, track] = given;
    const { service, analyzer } = await open();

    const state = await service.request({ trackKey, artist, track }, waitOptions);

    expect(state).toMatchObject({ state: "ready", analysis: { trackKey } });
    expect(analyzer.received).toHaveLength(1);
  });

  it.each([
    ["are not given", { trackKey }, "", trackKey],
    [
      "have another key",
      { artist: " Overtone ", track: "Slow  March" },
      `have the key "${trackKeyFrom("Overtone", "Slow March")}". Search for them first.`,
      trackKey,
    ],
    [
      "are not found",
      { artist: "No", track: "Body" },
      "does not find it.",
      trackKeyFrom("No", "Body"),
    ],
    ["lack the artist", { track: "Slow Waltz" }, "", trackKey],
    ["lack the title", { artist: "Overtone" }, "", trackKey],
  ])("fails for an unknown track whose artist and title %s", async (...given) => {
    const [, names, advice, key] = given;
    const { service, analyzer } = await open();

    const state = await service.request({ ...names, trackKey: key }, waitOptions);

    expect(state).toMatchObject({ state: "failed", error: { code: "TRACK_NOT_FOUND" } });
    expect(state.state === "failed" && state.error.message).toContain(advice);
    expect(analyzer.received).toEqual([]);
  });
});
