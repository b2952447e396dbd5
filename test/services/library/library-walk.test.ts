import type { FileId } from "../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { FileProgress } from "../../../src/ports/library/library-progress.js";
import { hasFailed, mayBeTried, walkLibrary } from "../../../src/services/library/library-walk.js";

const file: FileProgress = {
  fileId: "0123456789abcdef" as FileId,
  trackKey: trackKeyFrom("Ann", "Song"),
  isPaused: false,
};
const failure = { code: "AUDIO_UNAVAILABLE", message: "", facts: {}, secondsLeft: 0 } as const;

describe("A walk through the library", () => {
  it("reads slices until the last, and the folders for each of them", async () => {
    const all = Array.from({ length: 2_500 }, (_, index) => ({
      ...file,
      fileId: `${index}`.padStart(16, "0") as FileId,
    }));
    const given: unknown[] = [];
    const progress = {
      findAfter(
        after: string | undefined,
        options: { limit: number; folders?: readonly string[] },
      ) {
        given.push(options.folders);
        const rest = all.filter((one) => after === undefined || one.fileId > after);
        return Promise.resolve(rest.slice(0, options.limit));
      },
    };
    let reads = 0;
    const folders = () => Promise.resolve([`/music/${++reads}`]);

    const walked: unknown[] = [];
    for await (const found of walkLibrary(progress, { folders })) walked.push(found);

    expect(walked).toEqual(all);
    expect(given).toEqual([1, 2, 3, 4, 5, 6].map((slice) => [`/music/${slice}`]));
  });
});

describe("A file of the library", () => {
  const analysis = { version: 1, analyzedAt: 1, isUnverified: false };
  it.each<[string, boolean, Pick<FileProgress, "failure">]>([
    ["without an analysis may be tried", true, {}],
    ["whose audio was away may be tried again", true, { failure }],
    [
      "whose audio was away lately is left alone",
      false,
      { failure: { ...failure, secondsLeft: 9 } },
    ],
    [
      "that cannot be decoded is left alone",
      false,
      { failure: { ...failure, code: "AUDIO_UNDECODABLE" } },
    ],
    [
      "that crashed the analyser is left alone",
      false,
      { failure: { ...failure, code: "INTERNAL" } },
    ],
    [
      "that an operator dropped is left alone",
      false,
      { failure: { ...failure, code: "ANALYSIS_DROPPED" } },
    ],
  ])("%s", (_, mayBe, facts) => {
    expect(mayBeTried({ ...file, ...facts })).toBe(mayBe);
  });

  it("has failed where it has a failure and no analysis", () => {
    expect(hasFailed({ ...file, failure })).toBe(true);
    expect(hasFailed({ ...file, failure, analysis })).toBe(false);
    expect(hasFailed(file)).toBe(false);
  });
});
