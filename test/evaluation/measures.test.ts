import { beatScore, isTempo, isTempoOrOctave, keyScore, scoreInterval } from "./measures.js";

describe("The measures of the evaluation", () => {
  it("accept a tempo within 4 %, and octaves only in the second accuracy", () => {
    const estimates = [100, 103.9, 104.1, 50, 200, 33.3, 300, 150, null];

    const first = estimates.map((bpm) => isTempo(bpm, 100));
    const second = estimates.map((bpm) => isTempoOrOctave(bpm, 100));

    expect(first).toEqual([true, true, false, false, false, false, false, false, false]);
    expect(second).toEqual([true, true, false, true, true, true, true, false, false]);
  });

  it.each([
    ["the same key", 0, "major", 1],
    ["a fifth above", 7, "major", 0.5],
    ["a fifth below", 5, "major", 0],
    ["the relative", 9, "minor", 0.3],
    ["the parallel", 0, "minor", 0.2],
    ["another", 2, "minor", 0],
  ] as const)("score %s of C major like MIREX", (_, key, mode, expected) => {
    const score = keyScore({ key, mode }, { key: 0, mode: "major" });

    expect(score).toBe(expected);
  });

  it("count each beat once, within 70 ms, after the first five seconds", () => {
    const annotated = [1, 5.5, 6, 6.5, 7];

    const scores = [[5.5, 6, 6.5, 7], [5.56, 6.08, 6.5, 6.51, 7], [], [1]].map((estimated) =>
      beatScore(estimated, annotated),
    );

    expect(scores).toEqual([1, 6 / 9, 0, 0]);
    expect(beatScore([5.5], [1])).toBeNull();
  });

  it.each([
    [0.5, 10, 0.2366, 0.7634],
    [1, 10, 0.7225, 1],
    [0, 50, 0, 0.0713],
  ])("have a 95 %% interval: mean %d of %d clips", (mean, count, from, to) => {
    const interval = scoreInterval(mean, count);

    expect(interval[0]).toBeCloseTo(from, 3);
    expect(interval[1]).toBeCloseTo(to, 3);
  });
});
