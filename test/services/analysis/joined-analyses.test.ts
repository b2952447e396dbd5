import { Readable } from "node:stream";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import { MemoryUploads } from "../jobs/memory-uploads.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { openAnalysisService, trackKey, waitOptions, waltz } from "./opened-analysis-service.js";

const noWait = { ...waitOptions, waitSeconds: 0 };
const trackOf = (trackName: string): Track => ({
  ...waltz,
  trackName,
  trackKey: trackKeyFrom("Overtone", trackName),
});
const [march, polka, reel] = [trackOf("March"), trackOf("Polka"), trackOf("Reel")];

/** Returns the tracks in the order in which they were measured; the source has the key of each as its audio. */
const orderOf = ({ received }: FakeAnalyzer): readonly (Track | undefined)[] =>
  received.map((audio) =>
    [waltz, march, polka, reel].find(
      (track) => audio.kind === "memory" && track.trackKey === Buffer.from(audio.bytes).toString(),
    ),
  );

describe("A request for an analysis", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
  };

  /** Opens the services with an analyzer that is held, and an upload store with one file. */
  async function open(limit = 10) {
    const analyzer = new FakeAnalyzer({ tempo: 90 });
    const release = analyzer.hold();
    const sources = [new FakeAudioSource()];
    const opened = await openAnalysisService(close, {
      analyzer,
      limit,
      sources,
      uploads: new MemoryUploads(),
    });
    await opened.cache.saveTracks([waltz, march, polka, reel]);
    const names = { artist: waltz.artist, track: waltz.trackName };
    const upload = () =>
      opened.uploads.analyze({ bytes: Readable.from([]), names: () => names }, noWait);
    return { ...opened, release, upload };
  }

  it("joins the analysis of an upload of its track, although the queue is full", async () => {
    const { service, release, upload } = await open(0);
    await upload();

    const asking = service.request({ trackKey }, waitOptions);
    await settle();
    release();

    expect(await asking).toMatchObject({ state: "ready", analysis: { source: "upload" } });
  });

  it("joins an upload that waits, although the queue is full", async () => {
    const { service, release, upload } = await open(1);
    await service.request(march, noWait);
    await upload();

    const asking = service.request({ trackKey }, waitOptions);
    await settle();
    release();

    expect(await asking).toMatchObject({ state: "ready", analysis: { source: "upload" } });
  });

  it("starts its own analysis where the upload that it joined failed", async () => {
    const { service, jobs, analyzer, release, upload } = await open();
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    await upload();

    const asking = service.request({ trackKey }, waitOptions);
    await settle();
    const held = analyzer.hold();
    release();
    const asked = await asking;
    analyzer.answerWith({ tempo: 90 });
    held();
    await jobs.whenDone(trackKey);

    expect(asked).toMatchObject({ state: "processing" });
    expect(await service.findMany([trackKey])).toMatchObject([
      { state: "ready", analysis: { source: "library" } },
    ]);
  });

  it("is answered from the store although the queue is full", async () => {
    const { service, release } = await open(0);
    release();
    await service.request({ trackKey }, waitOptions);
    await service.request(march, noWait);

    const [one, many] = await Promise.all([
      service.request({ trackKey }, waitOptions),
      service.requestMany([trackKey], waitOptions),
    ]);

    expect([one, ...many]).toMatchObject([{ state: "ready" }, { state: "ready" }]);
  });

  it("reads the store once for many analyses that are ready", async () => {
    const { service, store, release } = await open();
    release();
    const trackKeys = [waltz, march].map((track) => track.trackKey);
    await service.requestMany(trackKeys, waitOptions);
    store.reads.length = 0;

    await service.requestMany([...trackKeys, trackKey], waitOptions);

    expect(store.reads).toEqual([trackKeys]);
  });

  it("is served before those of clients that do not wait, also when one asked for it first", async () => {
    const { service, analyzer, release } = await open();
    await service.request(waltz, noWait);
    for (const track of [march, polka]) await service.request(track, noWait);

    const first = service.request(reel, waitOptions);
    await settle();
    const second = service.request(polka, waitOptions);
    await settle();
    release();
    await Promise.all([first, second, service.request(march, waitOptions)]);

    expect(orderOf(analyzer)).toEqual([waltz, reel, polka, march]);
  });

  it("of a client that does not wait stays behind earlier ones of its kind", async () => {
    const { service, analyzer, release } = await open();
    for (const track of [waltz, march, polka]) await service.request(track, noWait);

    await service.request(polka, noWait);
    release();
    for (const track of [march, polka]) await service.request(track, waitOptions);

    expect(orderOf(analyzer)).toEqual([waltz, march, polka]);
  });

  it("is known to be under way from its start to its end", async () => {
    const { service, release } = await open();

    const before = await service.isUnderWay(trackKey);
    const asking = service.request({ trackKey }, waitOptions);
    const atStart = await service.isUnderWay(trackKey);
    await settle();
    const during = await service.isUnderWay(trackKey);
    release();
    await asking;

    expect([before, atStart, during]).toEqual([false, true, true]);
    expect(await service.isUnderWay(trackKey)).toBe(false);
  });

  it("waits at most as long as the service says", async () => {
    const { service, clock } = await open();
    const asking = service.request({ trackKey }, waitOptions);
    await settle();

    clock.advance(service.maxWaitSeconds * 1_000);

    expect(service.maxWaitSeconds).toBe(20);
    expect(await asking).toMatchObject({ state: "processing" });
  });
});
