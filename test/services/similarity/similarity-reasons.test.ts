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
});
