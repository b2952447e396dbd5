import { RunningMoments } from "../../../src/dsp/timbre/running-moments.js";

describe("RunningMoments", () => {
  it("computes mean, standard deviation and mean step of each series", () => {
    const moments = new RunningMoments(2);
    for (const [a, b] of [
      [1, 5],
      [3, 5],
      [2, 5],
      [6, 5],
    ] as const) {
      moments.add(Float64Array.of(a, b));
    }

    const { means, count } = moments;

    expect(count).toBe(4);
    expect([...means]).toEqual([3, 5]);
    expect(moments.deviations()[0]).toBeCloseTo(Math.sqrt(3.5), 12);
    expect(moments.deviations()[1]).toBe(0);
    expect(moments.meanSteps()[0]).toBeCloseTo(7 / 3, 12);
  });

  it("is zero before the first value", () => {
    const moments = new RunningMoments(1);

    const numbers = [moments.means[0], moments.deviations()[0], moments.meanSteps()[0]];

    expect(numbers).toEqual([0, 0, 0]);
  });
});
