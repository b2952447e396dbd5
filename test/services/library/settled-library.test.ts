import { setImmediate as turn } from "node:timers/promises";
import type { FileId } from "../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { FileProgress } from "../../../src/ports/library/library-progress.js";
import {
  LibraryAnalysis,
  type LibraryAnalysisNeeds,
} from "../../../src/services/library/library-analysis.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const [fileId, trackKey] = ["0123456789abcdef" as FileId, trackKeyFrom("Ann", "Song")];
const done: FileProgress = {
  ...{ fileId, trackKey, isPaused: false },
  analysis: { version: 3, analyzedAt: 1, isUnverified: false },
};
const failed = (code: "AUDIO_UNDECODABLE" | "AUDIO_UNAVAILABLE", secondsLeft: number) => ({
  ...{ fileId, trackKey, isPaused: false },
  failure: { code, message: "", facts: {}, secondsLeft },
});

describe("The analysis of a library in which nothing is left", () => {
  const open: { clock: ManualClock; analysis: LibraryAnalysis }[] = [];
  afterEach(async () => {
    for (const { analysis } of open.splice(0)) await analysis.close();
  });

  /** Starts it on one file. */
  function opened(file: FileProgress) {
    const clock = new ManualClock();
    const seen = { file, revision: "1", folders: ["/music"], walks: 0 };
    const progress: LibraryAnalysisNeeds["progress"] = {
      findAfter() {
        seen.walks++;
        return Promise.resolve([seen.file]);
      },
      findNamed: (name) => Promise.resolve(name === trackKey ? [seen.file] : []),
      revision: () => Promise.resolve(seen.revision),
    };
    const forgotten: string[] = [];
    const needs = {
      progress,
      clock,
      folders: { findActive: () => Promise.resolve(seen.folders) },
      jobs: { observe: () => () => undefined },
      remembered: { forget: (names: string[]) => Promise.resolve(void forgotten.push(...names)) },
      failures: { record: () => undefined },
      status: { expire: () => undefined },
      requiredVersion: 3,
    };
    const analysis = new LibraryAnalysis(needs as unknown as LibraryAnalysisNeeds);
    open.push({ clock, analysis });
    analysis.start();
    const pass = async (): Promise<void> => {
      for (let turns = 0; turns < 5; turns++) await turn();
      clock.advance(60_000);
      for (let turns = 0; turns < 5; turns++) await turn();
    };
    return { analysis, seen, pass, forgotten };
  }

  it.each([
    ["all are analysed", done],
    ["the others cannot be decoded", failed("AUDIO_UNDECODABLE", 0)],
  ])("does not walk through it again where %s", async (_, file) => {
    const { seen, pass } = opened(file);

    for (let minute = 0; minute < 3; minute++) await pass();

    expect(seen.walks).toBe(1);
  });

  it.each([
    ["an analysis, a failure or a file has changed", { revision: "2" }],
    ["a folder has come", { folders: ["/music", "/disk"] }],
  ])("walks through it again where %s", async (_, change) => {
    const { seen, pass } = opened(done);
    await pass();

    Object.assign(seen, change);
    await pass();
    await pass();

    expect(seen.walks).toBe(2);
  });

  it("walks through it again where a failure may pass with time", async () => {
    const { seen, pass } = opened(failed("AUDIO_UNAVAILABLE", 90));

    await pass();
    await pass();

    expect(seen.walks).toBe(3);
  });

  it("retries the files of one track without a walk", async () => {
    const { analysis, seen, pass, forgotten } = opened(failed("AUDIO_UNDECODABLE", 0));
    await pass();

    const count = await analysis.retry(trackKey);

    expect({ count, forgotten }).toEqual({ count: 1, forgotten: [`file:${fileId}`] });
    expect(seen.walks).toBe(1);
    await expect(analysis.retry(trackKeyFrom("Ann", "Other"))).rejects.toThrow("has failed");
  });
});
