import { changesOf } from "./change-statistics.js";

describe("changesOf", () => {
  it("gives the mean, the 95th percentile and the maximum of the distances of each descriptor", () => {
    const before = Array.from({ length: 20 }, () => ({ sad: 0.5, energy: 0.25 }));
    const after = before.map((values, i) => ({ ...values, sad: 0.5 + (i === 0 ? -0.25 : 0) }));

    const changes = changesOf(before, after);

    expect(changes.get("sad")).toEqual({ count: 20, mean: 0.0125, percentile95: 0, max: 0.25 });
    expect(changes.get("energy")).toMatchObject({ mean: 0, max: 0 });
  });

  it("counts a value that appears or disappears as a change of 1", () => {
    const changes = changesOf(
      [{ sad: null }, { sad: 0.5 }, { sad: null }],
      [{ sad: 0.5 }, { sad: null }, { sad: null }],
    );

    expect(changes.get("sad")).toMatchObject({ count: 3, max: 1, mean: 2 / 3 });
  });
});
