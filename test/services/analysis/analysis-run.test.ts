import { defaultOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import type { Track } from "../../../src/domain/track/track.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { AudioNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { measuredAudio, recordingOf } from "../../fakes/measured-audio.js";
import { libraryFile } from "../../fakes/memory-library-store.js";
import { waitUntil } from "../../wait-until.js";
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

  it("measures its file, where another file was analysed under the name", async () => {
    const { store, files, service, analyzer } = await openAnalysisService(close);
    await store.save(stored);
    await files.save([libraryFile("Overtone", "March")]);

    await service.request({ trackKey: march.trackKey }, waitOptions);

    expect(analyzer.received).toEqual([audio]);
    expect(await store.findMany([march.trackKey])).toMatchObject([
      { recordingId: recordingOf("00") },
    ]);
  });

  it("stores nothing where its file was changed while it was measured, and measures it again", async () => {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const { files, service, clock } = await openAnalysisService(close, { analyzer });
    const release = analyzer.hold();
    const file = libraryFile("Overtone", "March");
    await files.save([file]);
    const asking = service.request({ trackKey: file.trackKey }, waitOptions);
    await waitUntil(() => analyzer.received.length === 1);

    await files.save([{ ...file, changedAt: file.changedAt + 1 }]);
    release();
    await waitUntil(() => clock.sleeperCountOf(2_000) > 0);
    const [between] = await service.findMany([file.trackKey]);
    clock.advance(2_000);

    expect(between?.state).toBe("queued");
    expect(await asking).toMatchObject({ state: "ready", analysis: { trackKey: file.trackKey } });
    expect(analyzer.received).toHaveLength(2);
  });

  it("lists nothing of a file that is removed before its analysis is stored", async () => {
    const file = libraryFile("Overtone", "March");
    const { store, files, service } = await openAnalysisService(close, {
      beforeSaving: () => files.remove([file]),
    });
    await files.save([file]);

    await service.request({ trackKey: file.trackKey }, waitOptions);

    const listed = await store.list({ filter: { presence: "present" }, order: defaultOrder });
    const gone = await store.list({ filter: { presence: "gone" }, order: defaultOrder });
    expect([listed.totalCount, gone.totalCount]).toEqual([0, 1]);
  });

  it("fails without audio, and says so", async () => {
    const { service, cache } = await openAnalysisService(close, {
      sources: [new NamedSource("library", undefined)],
    });
    await cache.saveTracks([waltz]);

    const state = await service.request({ trackKey }, waitOptions);

    expect(state).toMatchObject({ state: "failed", error: new AudioNotFoundError(trackKey) });
  });

  it("fails with what is wrong with its file", async () => {
    const { files, service, analyzer } = await openAnalysisService(close);
    const file = libraryFile("Overtone", "March");
    await files.save([file]);
    const damaged = new AudioUndecodableError("its header is damaged");
    analyzer.answerWith(damaged);

    const state = await service.request({ trackKey: file.trackKey }, waitOptions);

    expect(state).toMatchObject({ state: "failed", error: damaged });
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
