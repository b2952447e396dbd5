import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  AudioUnavailableError,
  StorageFullError,
  StorageUnavailableError,
} from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import { retryDelayAfter } from "../../../src/services/analysis/remembered-failures.js";
import {
  audio,
  openAnalysisService,
  waitOptions,
  trackKey,
  waltz,
} from "./opened-analysis-service.js";

describe("An analysis whose audio is temporarily unavailable", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });
  const fiftyTracks = Array.from({ length: 50 }, (_, index): Track => {
    const trackName = `Waltz ${index}`;
    return { ...waltz, trackName, trackKey: trackKeyFrom("Overtone", trackName) };
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
  };

  it("is retried without a request, for fifty tracks while their library folder is missing", async () => {
    const source = { name: "library", isAway: true, find: () => Promise.resolve(audio) };
    source.find = () =>
      source.isAway ? Promise.reject(new AudioUnavailableError()) : Promise.resolve(audio);
    const { service, clock, cache } = await openAnalysisService(close, {
      sources: [source],
      limit: 100,
    });
    await cache.saveTracks(fiftyTracks);
    const trackKeys = fiftyTracks.map((track) => track.trackKey);

    await service.requestMany(trackKeys, { ...waitOptions, waitSeconds: 0 });
    await settle();
    const away = await service.findMany(trackKeys);
    clock.advance(2_000);
    await settle();
    const longer = await service.findMany(trackKeys);
    source.isAway = false;
    clock.advance(5_000);
    const back = await service.requestMany(trackKeys, { ...waitOptions, waitSeconds: 10 });

    expect(new Set(away.map(({ state }) => state))).toEqual(new Set(["queued"]));
    expect(new Set(longer.map(({ state }) => state))).toEqual(new Set(["queued"]));
    expect(new Set(back.map(({ state }) => state))).toEqual(new Set(["ready"]));
  });

  it("fails after its last attempt when the folder stays missing, and stores the failure", async () => {
    let attempts = 0;
    const find = (): Promise<never> => {
      attempts++;
      return Promise.reject(new AudioUnavailableError());
    };
    const { service, clock, cache } = await openAnalysisService(close, {
      sources: [{ name: "library", find }],
    });
    await cache.saveTracks([waltz]);
    await service.request({ trackKey }, { ...waitOptions, waitSeconds: 0 });
    await settle();

    const states: string[] = [];
    for (const seconds of [2, 5, 15, 40, 120]) {
      const [state] = await service.findMany([trackKey]);
      states.push(state?.state ?? "unknown");
      clock.advance(seconds * 1_000);
      await settle();
    }
    const [last] = await service.findMany([trackKey]);

    expect(states).toEqual(Array(5).fill("queued"));
    expect(last).toMatchObject({ state: "failed", error: { code: "AUDIO_UNAVAILABLE" } });
    expect(attempts).toBe(6);
  });
});

describe("A failed analysis", () => {
  it.each([new AudioUnavailableError(), new StorageUnavailableError()])(
    "is repeated after %s, later each time, and at last no more",
    (error) => {
      const delays = [1, 2, 3, 4, 5, 6].map((attempt) => retryDelayAfter(error, attempt));

      expect(delays).toEqual([2_000, 5_000, 15_000, 40_000, 120_000, undefined]);
    },
  );

  it.each([new AudioUndecodableError("it is empty"), new StorageFullError(), new Error("a bug")])(
    "is not repeated after %s",
    (error) => {
      expect(retryDelayAfter(error, 1)).toBeUndefined();
    },
  );
});
