import { Readable } from "node:stream";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { StorageUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AudioTags } from "../../../src/domain/library/library-file.js";
import type { UploadNames } from "../../../src/services/analysis/upload-service.js";
import { MemoryUploads } from "../jobs/memory-uploads.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openAnalysisService, trackKey, waitOptions, waltz } from "./opened-analysis-service.js";

const bothNames = { artist: waltz.artist, track: waltz.trackName };
const noWait = { ...waitOptions, waitSeconds: 0 };

describe("The upload of a file", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  /** Opens the services over files with these tags; `send` uploads a file. */
  async function open(tags: Partial<AudioTags> = {}) {
    const taggedPaths: unknown[] = [];
    const uploads = new MemoryUploads();
    const opened = await openAnalysisService(close, {
      uploads,
      analyzer: new FakeAnalyzer({ tempo: 90 }),
      tags: {
        readTracks: () => Promise.reject(new Error("uploads may lack tags")),
        findTags: (...file) => Promise.resolve((taggedPaths.push(file), tags)),
      },
    });
    const send = (names: UploadNames, options = waitOptions) =>
      opened.uploads.analyze({ bytes: Readable.from([]), names: () => names }, options);
    return { ...opened, send, removed: uploads.removed, taggedPaths };
  }

  it("measures the file, stores the analysis for its track, and deletes the file", async () => {
    const { send, analyzer, service, removed, cache } = await open();

    const result = await send(bothNames);

    const { artist, trackName } = waltz;
    const analysis = {
      trackKey,
      artist,
      trackName,
      source: "upload",
      analyzedAt: 1_767_225_600_000,
    };
    expect(result).toMatchObject({ trackKey, isStored: true, state: { state: "ready", analysis } });
    expect(await service.findMany([trackKey])).toMatchObject([{ state: "ready", analysis }]);
    expect(await cache.findTracks([trackKey])).toEqual([{ ...waltz, providers: [] }]);
    expect(analyzer.received).toEqual([{ kind: "file", path: "/uploads/upload-1" }]);
    expect(removed).toEqual(["upload-1"]);
  });

  it("returns its own analysis when a better one is stored, and keeps the better one", async () => {
    const { send, service, cache, analyzer } = await open();
    await cache.saveTracks([waltz]);
    await service.request({ trackKey }, waitOptions);
    analyzer.answerWith({ tempo: 140 });

    const result = await send(bothNames);

    expect(result).toMatchObject({
      isStored: false,
      state: { state: "ready", analysis: { estimates: { tempo: { value: 140 } } } },
    });
    expect(await service.findMany([trackKey])).toMatchObject([
      { analysis: { estimates: { tempo: { value: 90 } } } },
    ]);
    expect(await cache.findTracks([trackKey])).toEqual([waltz]);
  });

  it.each([
    ["both from the client", bothNames, { artist: "A", trackName: "T" }, bothNames, 0],
    [
      "the artist from its tags",
      { track: "One" },
      { artist: "A", trackName: "T" },
      { artist: "A", track: "One" },
      1,
    ],
    [
      "the title from its tags",
      { artist: "One" },
      { artist: "A", trackName: "T" },
      { artist: "One", track: "T" },
      1,
    ],
  ])("has %s", async (_names, given, tags, { artist, track }, readCount) => {
    const { send, taggedPaths } = await open(tags);

    const result = await send({ ...given, fileName: "a.flac" });

    expect(result.trackKey).toBe(trackKeyFrom(artist, track));
    expect(taggedPaths).toEqual(Array(readCount).fill(["/uploads/upload-1", "a.flac"]));
  });

  it.each([
    ["the artist", { track: "One" }, "artist"],
    ["the title", { artist: "One" }, "track"],
  ])("is refused without %s, and its file is deleted", async (_name, names, parameter) => {
    const { send, removed, analyzer } = await open();

    await expect(send(names)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      facts: { parameter },
    });

    expect(removed).toEqual(["upload-1"]);
    expect(analyzer.received).toEqual([]);
  });

  it("is answered with the state of its job when the client does not wait", async () => {
    const { send, analyzer } = await open();
    analyzer.hold();

    const result = await send(bothNames, noWait);

    const state = { state: "processing", trackKey, retryAfterSeconds: 2, position: null };
    expect(result).toEqual({ trackKey, isStored: false, state });
  });

  it("stays where it is unknown whether its job was added, because the database gave no answer", async () => {
    const { send, removed, jobs } = await open();
    jobs.add = () => Promise.reject(new StorageUnavailableError());

    await expect(send(bothNames)).rejects.toThrow(StorageUnavailableError);

    expect(removed).toEqual([]);
  });

  it("fails as busy, and its file is kept, when the queue closes before it is analysed", async () => {
    const { send, analyzer, endJobs, removed } = await open();
    analyzer.hold();
    const results = [send(bothNames), send({ ...bothNames, track: "March" })];
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);

    await endJobs();

    const failed = { state: { state: "failed", error: { code: "ANALYZER_BUSY" } } };
    expect(await Promise.all(results)).toMatchObject([failed, failed]);
    expect(removed).toEqual([]);
  });

  it("fails with the reason of its job when that ends otherwise while the server stops", async () => {
    const { send, analyzer, endJobs } = await open();
    const error = new AudioUndecodableError("it is damaged");
    analyzer.analyze = (_audio, signal) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(error)));
    const result = send(bothNames);
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);

    await endJobs();

    expect(await result).toMatchObject({ isStored: false, state: { state: "failed", error } });
  });

  it("ends the memory of an earlier one that failed", async () => {
    const { send, analyzer, uploads } = await open();
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    await send(bothNames);
    const before = await uploads.whyMissing(trackKey);
    analyzer.answerWith({ tempo: 90 });

    await send(bothNames);

    expect(before).toMatchObject({ code: "AUDIO_UNDECODABLE" });
    expect(await uploads.whyMissing(trackKey)).toMatchObject({ code: "AUDIO_NOT_FOUND" });
  });
});
