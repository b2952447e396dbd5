import { Readable } from "node:stream";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { MemoryUploads } from "../jobs/memory-uploads.js";
import { openAnalysisService, waitOptions, trackKey, waltz } from "./opened-analysis-service.js";

describe("The upload of a file that cannot be analysed", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
  };
  /** Opens the services over an upload store that has one file, and lets a failing analysis run. */
  async function openUpload(failure: Error) {
    const store = new MemoryUploads();
    const opened = await openAnalysisService(close, { uploads: store });
    opened.analyzer.answerWith(failure);
    const names = { artist: waltz.artist, track: waltz.trackName };
    const answer = opened.uploads.analyze(
      { bytes: Readable.from([]), names: () => names },
      waitOptions,
    );
    await settle();
    return { ...opened, answer, removed: store.removed };
  }

  it("is not stored as failed while the analysis is retried", async () => {
    const { uploads, analyzer, clock, answer } = await openUpload(new AudioUnavailableError());

    const meanwhile = await uploads.whyMissing(trackKey);
    analyzer.answerWith({ tempo: 90 });
    clock.advance(2_000);
    const answered = await answer;

    expect(meanwhile).toMatchObject({ code: "AUDIO_NOT_FOUND" });
    expect(answered).toMatchObject({ isStored: true, state: { state: "ready" } });
    expect(await uploads.whyMissing(trackKey)).toMatchObject({ code: "AUDIO_NOT_FOUND" });
  });

  it("is stored as failed after the last attempt", async () => {
    const failure = new AudioUnavailableError();
    const { uploads, analyzer, clock, removed } = await openUpload(failure);

    const known: unknown[] = [];
    for (const seconds of [2, 5, 15, 40, 120]) {
      known.push(await uploads.whyMissing(trackKey));
      clock.advance(seconds * 1_000);
      await settle();
    }

    expect(known).toMatchObject(Array(5).fill({ code: "AUDIO_NOT_FOUND" }));
    expect(analyzer.received).toHaveLength(6);
    expect(await uploads.whyMissing(trackKey)).toMatchObject({ code: failure.code });
    expect(removed).toEqual(["upload-1"]);
  });

  it("is stored as failed at once when another attempt would not help", async () => {
    const failure = new AudioUndecodableError("it is damaged");
    const { uploads, analyzer, answer } = await openUpload(failure);

    const answered = await answer;

    expect(answered).toMatchObject({ isStored: false, state: { state: "failed", error: failure } });
    expect(analyzer.received).toHaveLength(1);
    expect(await uploads.whyMissing(trackKey)).toMatchObject({ code: failure.code });
  });
});
