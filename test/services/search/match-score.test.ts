import { matchScore, nameSimilarity } from "../../../src/services/search/match-score.js";

describe("A match score", () => {
  it.each([
    ["Cymbaline", 1],
    ["06 - Cymbaline", 0.8895],
  ])("of the query Cymbaline / Pink Floyd for %p is %d, as in the contract", (trackName, score) => {
    const query = { track: "Cymbaline", artist: "Pink Floyd" };

    const match = matchScore(query, { trackName, artist: "Pink Floyd" });

    expect(match).toBe(score);
  });

  it.each([
    ["night", "nacht", 0.775],
    ["nacht", "night", 0.475],
  ])(
    "of the query night / night for %p / %p is %d: 0.7 of the title's and 0.3 of the artist's",
    (trackName, artist, score) => {
      const match = matchScore({ track: "night", artist: "night" }, { trackName, artist });

      expect(match).toBe(score);
    },
  );

  it("compares only titles when the query has no artist", () => {
    const match = matchScore({ track: "halo" }, { trackName: "Halo", artist: "Anyone" });

    expect(match).toBe(1);
  });

  it.each([
    ["Sigur Rós", "sigur ros"],
    ["BEYONCÉ", "Beyonce\u0301"],
    ["Love On The Brain", "love+on  the brain"],
    ["ﬁve", "five"],
  ])("is equal for %p and %p", (left, right) => {
    const similarity = nameSimilarity(left, right);

    expect(similarity).toBe(1);
  });

  it.each([
    ["night", "nacht", 0.25],
    ["a", "b", 0],
    ["", "b", 0],
    ["椎名林檎", "椎名", 0.5],
  ])("of %p and %p is %d", (left, right, expected) => {
    const similarity = nameSimilarity(left, right);

    expect(similarity).toBeCloseTo(expected, 10);
    expect(nameSimilarity(right, left)).toBe(similarity);
  });
});
