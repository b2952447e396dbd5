import { RunningMoments } from "../../../src/dsp/timbre/running-moments.js";

const momentsOf = (values: readonly (readonly number[])[], decibels: readonly number[]) => {
  const moments = new RunningMoments(values[0]?.length ?? 1);
  values.forEach((value, i) => moments.add(Float64Array.from(value), decibels[i]!));
  return moments;
};

describe("RunningMoments", () => {
  it.each([
    ["one level", [-20, -20, -20, -20]],
    ["four levels", [-20, -35.5, 0, -100]],
  ])("computes mean, standard deviation and mean step of each series, of %s", (_, decibels) => {
    const moments = momentsOf(
      [
        [1, 5],
        [3, 5],
        [2, 5],
        [6, 5],
      ],
      decibels,
    );

    const { means, deviations, steps } = moments.above(-Infinity);

    expect(moments.count).toBe(4);
    expect(means[0]).toBeCloseTo(3, 12);
    expect(means[1]).toBe(5);
    expect(deviations[0]).toBeCloseTo(Math.sqrt(3.5), 12);
    expect(deviations[1]).toBe(0);
    expect(steps[0]).toBeCloseTo(7 / 3, 12);
  });

  it("leaves out quiet values, and the steps from and to them", () => {
    const moments = momentsOf([[1], [3], [90], [2], [4]], [-20, -20, -60, -20, -20]);

    const { means, deviations, steps } = moments.above(-40);

    expect(means[0]).toBeCloseTo(2.5, 12);
    expect(deviations[0]).toBeCloseTo(Math.sqrt(1.25), 12);
    expect(steps[0]).toBe(2);
  });

  it("is zero before the first value", () => {
    const { means, deviations, steps } = new RunningMoments(1).above(-Infinity);

    expect([means[0], deviations[0], steps[0]]).toEqual([0, 0, 0]);
  });
});
