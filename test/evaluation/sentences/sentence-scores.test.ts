import { scoreOf, type JudgedSentence } from "./sentence-scores.js";

const judged = (right: readonly string[]): JudgedSentence => ({
  ...{ language: "en", sentence: "calm", unknown: [] },
  right,
});

describe("The score of an answer", () => {
  it("is the share of the first tracks that is right, as many as there are right ones", () => {
    expect(scoreOf(["A", "C", "B"], judged(["A", "B"]))).toBe(0.5);
    expect(scoreOf(["A"], judged(["A", "B"]))).toBe(0.5);
    expect(scoreOf(["B", "A", "C"], judged(["A", "B"]))).toBe(1);
  });

  it("is 1 for no answer where nothing is right", () => {
    expect(scoreOf([], judged([]))).toBe(1);
    expect(scoreOf(["A"], judged([]))).toBe(0);
  });
});
