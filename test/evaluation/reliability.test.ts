import { calibrationError, calibrationOf, reliabilityBands, type Judged } from "./reliability.js";

/** Of `count` estimates at a confidence, the first `right` are right. */
function judged(confidence: number, count: number, right: number): Judged[] {
  return Array.from({ length: count }, (_, i) => ({ confidence, share: Number(i < right) }));
}

describe("reliabilityBands", () => {
  it("contain the mean confidence and the share of correct estimates", () => {
    const bands = reliabilityBands([...judged(0.6, 4, 1), ...judged(1, 2, 2)]);

    expect(bands).toEqual([
      { from: 0.5, to: 0.7, count: 4, promised: 0.6, kept: 0.25 },
      { from: 0.95, to: 1, count: 2, promised: 1, kept: 1 },
    ]);
  });

  it("are empty without estimates", () => {
    expect(reliabilityBands([])).toEqual([]);
  });
});

describe("calibrationError", () => {
  it("is the mean difference between confidence and share right", () => {
    const error = calibrationError([...judged(0.6, 30, 12), ...judged(1, 10, 10)]);

    expect(error).toBeCloseTo((0.2 * 30) / 40, 6);
  });

  it("is zero without estimates", () => {
    expect(calibrationError([])).toBe(0);
  });
});

describe("calibrationOf", () => {
  it("changes nothing where nine in ten are right at 0.9 and six in ten at 0.6", () => {
    const { intercept, slope } = calibrationOf([...judged(0.9, 100, 90), ...judged(0.6, 100, 60)]);

    expect(intercept).toBeCloseTo(0, 3);
    expect(slope).toBeCloseTo(1, 3);
  });

  it("lowers confidences that are too high", () => {
    const { slope } = calibrationOf([...judged(0.99, 100, 80), ...judged(0.5, 100, 50)]);

    expect(slope).toBeLessThan(0.5);
    expect(slope).toBeGreaterThan(0);
  });
});
