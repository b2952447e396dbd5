import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import { similarityReasons } from "../../../src/services/similarity/similarity-reasons.js";
import { tableOf, trackOf } from "./made-up-tracks.js";

const defaultValue = parseSimilarityWeights();
const { spreads } = tableOf([]);

describe("similarityReasons", () => {
  it("names first the fields that are close while other tracks are far away", () => {
    const requested = trackOf("Asked", { speechiness: 0.97, tempo: 121 });
    const other = trackOf("Other", { speechiness: 0.95, tempo: 120, happy: 1 });

    const [first, ...others] = similarityReasons(requested, other, defaultValue, spreads);

    expect(first).toEqual({
      field: "speechiness",
      value: 0.97,
      otherValue: 0.95,
      closeness: 0.995,
    });
    expect(others.map(({ field }) => field)).not.toContain("happy");
  });

  it("names no field that is more than a deviation apart, left out or missing", () => {
    const requested = trackOf("Asked", { happy: 0.9, valence: null, danceability: null });
    const other = trackOf("Other", { happy: 0.6 });
    const only = parseSimilarityWeights({
      ...{ harmony: 0, intensity: 0, voice: 0, appeal: 0 },
      ...{ sad: 0, relaxed: 0 },
    });

    const reasons = similarityReasons(requested, other, only, spreads);

    expect(reasons.map(({ field }) => field).sort()).toEqual(["aggressive", "tempo"]);
  });

  it("gives at most five reasons", () => {
    expect(similarityReasons(trackOf("One"), trackOf("Two"), defaultValue, spreads)).toHaveLength(
      5,
    );
  });

  it.each([
    [
      "the nearer field, where both are as rare",
      { energy: 0.55, danceability: 0.51 },
      ["danceability", "energy"],
    ],
    ["the rarer field, where both are as near", { energy: 0.9 }, ["energy", "danceability"]],
    ["a key before a tempo in the middle of all", {}, ["key", "tempo"]],
    ["a mode before a tempo in the middle of all", {}, ["mode", "tempo"]],
  ])("names first %s", (_which, values: { energy?: number; danceability?: number }, fields) => {
    const weights = Object.fromEntries(
      Object.keys(defaultValue).map((field) => [field, fields.includes(field) ? 1 : 0]),
    ) as typeof defaultValue;
    const isRare = values.energy === 0.9;
    const requested = trackOf("Asked", isRare ? values : {});
    const middle = { ...spreads, tempo: { ...spreads.tempo, mean: Math.log2(120) } };

    const reasons = similarityReasons(requested, trackOf("Other", values), weights, middle);

    expect(reasons.map(({ field }) => field)).toEqual(fields);
  });

  it("names no key or mode where a track has none", () => {
    const keyless = trackOf("Keyless", { key: null, mode: null });

    const [one, other] = [
      similarityReasons(keyless, trackOf("Other"), defaultValue, spreads),
      similarityReasons(trackOf("Asked"), keyless, defaultValue, spreads),
    ];

    for (const reasons of [one, other]) {
      expect(reasons.map(({ field }) => field)).not.toContain("key");
      expect(reasons.map(({ field }) => field)).not.toContain("mode");
    }
  });
});
