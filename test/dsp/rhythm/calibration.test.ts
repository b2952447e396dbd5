import { calibrated } from "../../../src/dsp/rhythm/calibration.js";

const calibration = { intercept: 0.2, slope: 0.5 };

describe("calibrated", () => {
  it("does not change a confidence whose odds need no change", () => {
    const unchanged = { intercept: 0, slope: 1 };

    expect(calibrated(0.3, unchanged)).toBeCloseTo(0.3, 12);
    expect(calibrated(0.95, unchanged)).toBeCloseTo(0.95, 12);
  });

  it("keeps the order of confidences", () => {
    const raw = [0, 0.1, 0.5, 0.9, 0.99];

    const found = raw.map((confidence) => calibrated(confidence, calibration));

    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(new Set(found).size).toBe(raw.length);
  });

  it("stays below 1 even for a raw confidence of 1", () => {
    expect(calibrated(1, calibration)).toBeLessThan(1);
    expect(calibrated(0, calibration)).toBeGreaterThan(0);
  });
});
