import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import type { Track } from "../../../src/domain/track/track.js";
import { AudioNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import {
  audio,
  NamedSource,
  openAnalysisService,
  trackKey,
  waitOptions,
  waltz,
} from "./opened-analysis-service.js";

const march: Track = {
  ...waltz,
  trackName: "March",
  trackKey: trackKeyFrom("Overtone", "March"),
};
const noWait = { ...waitOptions, waitSeconds: 0 };
const stored = { ...measuredAudio({ tempo: 70 }), ...march, source: "library", analyzedAt: 1 };

describe("A job of the queue", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
  };
  /** Opens the services while the analysis of the waltz runs, and that of the march waits for it. */
  async function openBusy(given: Parameters<typeof openAnalysisService>[1] = {}) {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const opened = await openAnalysisService(close, { ...given, analyzer });
    await opened.cache.saveTracks([waltz, march]);
    for (const track of [waltz, march]) await opened.service.request(track, noWait);
    const end = async (): Promise<void> => {
      release();
      await opened.jobs.whenDone(march.trackKey);
    };
    return { ...opened, end };
  }

  it("measures nothing when another server has stored its analysis meanwhile", async () => {
    const { service, store, analyzer, end } = await openBusy();
    await store.save(stored);

    await end();

    expect(analyzer.received).toHaveLength(1);
    expect(await service.findMany([march.trackKey])).toMatchObject([
      { state: "ready", analysis: { analyzedAt: 1 } },
    ]);
  });

  it("measures nothing when another spelling of its recording has been analysed meanwhile", async () => {
    const { service, store, analyzer, end } = await openBusy();
    const trackName = "06 - March";
    await store.save({ ...stored, trackName, trackKey: trackKeyFrom("Overtone", trackName) });

    await end();

    expect(analyzer.received).toHaveLength(1);
    expect(await service.findMany([march.trackKey])).toMatchObject([
      { state: "ready", analysis: { analyzedAt: 1, trackName: march.trackName } },
    ]);
  });

  it("measures nothing when another server has stored all that there is, an excerpt", async () => {
    const deezer: AudioSource = {
      name: "deezer",
      coverage: "excerpt",
      find: () => Promise.resolve(audio),
    };
    const { store, analyzer, end } = await openBusy({ sources: [deezer] });
    await store.save({ ...stored, excerptSeconds: 30 });

    await end();

    expect(analyzer.received).toHaveLength(1);
  });

  it("measures its audio when another server of an older version has stored an analysis", async () => {
    const { store, analyzer, end } = await openBusy();
    await store.save({ ...stored, version: 0 });

    await end();

    expect(analyzer.received).toHaveLength(2);
  });

  it("measures nothing when a server of a newer version has stored an analysis", async () => {
    const { store, analyzer, end } = await openBusy();
    await store.save({ ...stored, version: stored.version + 1 });

    await end();

    expect(analyzer.received).toHaveLength(1);
  });

  it("measures the whole recording only, when an excerpt is stored and the whole has appeared", async () => {
    const bytes = new Uint8Array(2);
    const library = { name: "library", find: () => Promise.resolve(audio) };
    const deezer = {
      name: "deezer",
      coverage: "excerpt" as const,
      find: () => Promise.resolve({ ...audio, bytes }),
    };
    const { store, analyzer, end } = await openBusy({ sources: [deezer, library] });
    await store.save({ ...stored, excerptSeconds: 30, source: "deezer" });

    await end();

    expect(analyzer.received).toEqual([{ ...audio, bytes }, audio]);
    expect((await store.findMany([march.trackKey]))[0]).toMatchObject({ source: "library" });
  });

  it("fails without audio, and says so", async () => {
    const { service, cache } = await openAnalysisService(close, {
      sources: [new NamedSource("library", undefined)],
    });
    await cache.saveTracks([waltz]);

    const state = await service.request({ trackKey }, waitOptions);

    expect(state).toMatchObject({ state: "failed", error: new AudioNotFoundError(trackKey) });
  });

  it("is not known as failed when the server stops during it", async () => {
    const { service, endJobs } = await openBusy();

    await endJobs();

    const states = await service.findMany([trackKey, march.trackKey]);
    expect(states.map(({ state }) => state)).toEqual(["not_requested", "not_requested"]);
  });

  it("is not known as failed while it waits for another attempt", async () => {
    const { service, endJobs, cache } = await openAnalysisService(close, {
      sources: [new NamedSource("library", new AudioUnavailableError())],
    });
    await cache.saveTracks([waltz]);
    await service.request({ trackKey }, noWait);
    await settle();
    const [waiting] = await service.findMany([trackKey]);

    await endJobs();

    expect(waiting?.state).toBe("queued");
    expect(await service.findMany([trackKey])).toMatchObject([{ state: "not_requested" }]);
  });
});
