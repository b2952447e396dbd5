import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { LibraryTrack } from "../../../src/ports/library/library-tracks.js";
import { hasFailed, mayBeTried, walkLibrary } from "../../../src/services/library/library-walk.js";

const trackKey = trackKeyFrom("Ann", "Song");
const failure = { code: "AUDIO_UNAVAILABLE", message: "", facts: {}, secondsLeft: 0 } as const;

describe("A walk through the library", () => {
  it("reads slices until the last, and the folders for each of them", async () => {
    const all = Array.from({ length: 2_500 }, (_, index) => ({
      trackKey: trackKeyFrom("Ann", `${index}`),
      hasDigests: true,
    }));
    all.sort((one, other) => (one.trackKey < other.trackKey ? -1 : 1));
    const given: unknown[] = [];
    const tracks = {
      findAfter(
        after: string | undefined,
        options: { limit: number; folders?: readonly string[] },
      ) {
        given.push(options.folders);
        const rest = all.filter((one) => after === undefined || one.trackKey > after);
        return Promise.resolve(rest.slice(0, options.limit));
      },
    };
    let reads = 0;
    const folders = () => Promise.resolve([`/music/${++reads}`]);

    const walked: unknown[] = [];
    for await (const track of walkLibrary(tracks, { folders })) walked.push(track);

    expect(walked).toEqual(all);
    expect(given).toEqual([1, 2, 3, 4, 5, 6].map((slice) => [`/music/${slice}`]));
  });
});

describe("A track of the library", () => {
  const analysis = { version: 1, analyzedAt: 1 };
  it.each<[string, boolean, Pick<LibraryTrack, "failure">]>([
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
  ])("%s", (_, mayBe, track) => {
    expect(mayBeTried({ ...track, trackKey, hasDigests: true })).toBe(mayBe);
  });

  it("has failed where it has a failure and no analysis", () => {
    const track = { trackKey, hasDigests: true };
    expect(hasFailed({ ...track, failure })).toBe(true);
    expect(hasFailed({ ...track, failure, analysis })).toBe(false);
    expect(hasFailed(track)).toBe(false);
  });
});
