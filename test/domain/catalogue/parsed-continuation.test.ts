import {
  parseContinuation,
  type ContinuationParameters,
} from "../../../src/domain/catalogue/continuation.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

const key = trackKeyFrom("Ann", "One");
const keys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => trackKeyFrom("Ann", `${index}`));

describe("A continuation", () => {
  it("has the nearest 20 tracks, with some between two of one artist or album, unless it says otherwise", () => {
    expect(parseContinuation({ seeds: [key, key] }, "limit")).toEqual({
      ...{ seeds: [key], unlike: [], from: [], heard: [], count: 20, exploration: 0, chance: 0 },
      rules: {
        ...{ maxTempoChangePercent: Infinity, compatibleKeysOnly: false },
        ...{ artistSpacing: 3, albumSpacing: 5 },
      },
    });
  });

  it("follows the track that was heard last, also where it was heard before", () => {
    const [one, other] = keys(2);

    const { heard } = parseContinuation({ seeds: [key], heard: [one, other, one] }, "limit");

    expect(heard).toEqual([other, one]);
  });

  it("reads numbers and decimal digits alike", () => {
    const numbers = { count: 7, chance: 3, artistSpacing: 0, albumSpacing: 9 };
    const texts = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, `${value}`]),
    );

    expect(parseContinuation({ from: ["plays"], ...texts }, "limit")).toEqual(
      parseContinuation({ from: ["plays"], ...numbers }, "limit"),
    );
  });

  it.each<[string, ContinuationParameters, RegExp]>([
    ["nothing to continue", {}, /"seeds" must have a track, unless "from" has favourites or plays/],
    ["what is no track", { seeds: ["x"] }, /"seeds" must be/],
    ["too many seeds", { seeds: keys(21) }, /"seeds" must have at most 20 tracks/],
    ["too many to be unlike", { seeds: [key], unlike: keys(21) }, /"unlike" must have at most 20/],
    [
      "too much that was heard",
      { seeds: [key], heard: keys(501) },
      /"heard" must have at most 500/,
    ],
    ["unknown seeds", { from: ["likes"] }, /"from" must be of favourites, plays/],
    ["no tracks", { seeds: [key], count: 0 }, /"limit" must be an integer from 1 to 100/],
    [
      "too far away",
      { seeds: [key], exploration: 1.1 },
      /"exploration" must be a number from 0 to 1/,
    ],
    ["no chance", { seeds: [key], chance: -1 }, /"chance" must be an integer from 0/],
    ["half a chance", { seeds: [key], chance: "0.5" }, /"chance" must be an integer from 0/],
    [
      "a change that is none",
      { seeds: [key], maxTempoChangePercent: NaN },
      /"maxTempoChangePercent"/,
    ],
    ["no spacing", { seeds: [key], artistSpacing: -1 }, /"artistSpacing" must be an integer/],
    ["too much spacing", { seeds: [key], albumSpacing: 100 }, /"albumSpacing" must be an integer/],
  ])("is refused with %s", (_name, parameters, problem) => {
    expect(() => parseContinuation(parameters, "limit")).toThrow(InvalidInputError);
    expect(() => parseContinuation(parameters, "limit")).toThrow(problem);
  });
});
