import {
  boundaryScore,
  labelScores,
  mergedSections,
  type LabelledSection,
} from "./section-scores.js";

/** Sections of ten seconds each, one after another, of these letters. */
const sectionsOf = (letters: string): LabelledSection[] =>
  [...letters].map((label, i) => ({ start: 10 * i, end: 10 * (i + 1), label }));

describe("boundaryScore", () => {
  it("counts boundaries within the window", () => {
    expect(boundaryScore([10.4, 20.6], [10, 20], 0.5)).toBeCloseTo(0.5);
    expect(boundaryScore([10.4, 20.6], [10, 20], 3)).toBe(1);
  });

  it("matches each boundary once", () => {
    expect(boundaryScore([10], [9, 11], 3)).toBeCloseTo(2 / 3);
    expect(boundaryScore([9, 10, 11], [10], 3)).toBeCloseTo(0.5);
  });

  it("finds the largest matching", () => {
    expect(boundaryScore([8, 11], [10, 12], 3)).toBe(1);
  });

  it("is 0 where one side has none, and 1 where neither has", () => {
    expect(boundaryScore([], [10], 3)).toBe(0);
    expect(boundaryScore([10], [], 3)).toBe(0);
    expect(boundaryScore([], [], 3)).toBe(1);
  });
});

describe("labelScores", () => {
  it("does not depend on the names of labels", () => {
    const { pairs, vMeasure } = labelScores(sectionsOf("xyxz"), sectionsOf("ABAC"));
    expect(pairs).toBeCloseTo(1);
    expect(vMeasure).toBeCloseTo(1);
  });

  it("has no V-measure, but all pairs of known sections, where all is one section", () => {
    const { pairs, vMeasure } = labelScores(sectionsOf("xxxx"), sectionsOf("ABAB"));
    // Half of all pairs are of one label, less the pairs of a moment with itself.
    const precision = (2 * 200 * 199) / (400 * 399);
    expect(pairs).toBeCloseTo((2 * precision) / (1 + precision));
    expect(vMeasure).toBe(0);
  });

  it("counts sections that are not known as alike", () => {
    const { pairs, vMeasure } = labelScores(sectionsOf("abcd"), sectionsOf("ABAB"));
    const recall = (4 * 100 * 99) / (2 * 200 * 199);
    expect(pairs).toBeCloseTo((2 * recall) / (1 + recall));
    // Each found label is within one known label, and tells half of two bits.
    expect(vMeasure).toBeCloseTo(2 / 3);
  });
});

describe("mergedSections", () => {
  it("joins neighbours of one label", () => {
    expect(mergedSections(sectionsOf("AAB"))).toEqual([
      { start: 0, end: 20, label: "A" },
      { start: 20, end: 30, label: "B" },
    ]);
  });
});
