import { WeightedRuns } from "../../../src/dsp/kernel/weighted-runs.js";

const values = Float32Array.of(1, 2, 3, 4, 5, 6, 7);

describe("WeightedRuns", () => {
  it("computes the weighted sum of each run of values, of any length", () => {
    const runs = new WeightedRuns(
      [
        { first: 0, weights: Float32Array.of(1, 10) },
        { first: 2, weights: Float32Array.of(1, 1, 1, 1, 1) },
        { first: 6, weights: Float32Array.of(-2) },
        { first: 3, weights: new Float32Array(0) },
      ],
      values.length,
    );
    const sums = new Float32Array(4);

    runs.sum(values, sums);

    expect([...sums]).toEqual([21, 25, -14, 0]);
  });

  it("does not depend on other uses of the kernel in between", () => {
    const first = new WeightedRuns([{ first: 1, weights: Float32Array.of(1) }], 7);
    const second = new WeightedRuns([{ first: 5, weights: Float32Array.of(100, NaN) }], 7);
    const sums = new Float32Array(1);

    second.sum(values, sums);
    first.sum(values, sums);

    expect([...sums]).toEqual([2]);
  });
});
