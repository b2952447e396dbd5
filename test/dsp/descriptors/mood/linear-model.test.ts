import { predict, standardized } from "../../../../src/dsp/descriptors/mood/linear-model.js";

const scale = { means: [10, 0], deviations: [2, 1] };
const model = { weights: [1, -2], offset: 0, spread: 2 };

describe("predict", () => {
  it("returns 0.5 for the average track", () => {
    const value = predict(model, standardized(Float64Array.of(10, 0), scale));

    expect(value).toBe(0.5);
  });

  it("adds the offset to the weighted sum", () => {
    const inputs = standardized(Float64Array.of(10, 0), scale);

    const value = predict({ ...model, offset: 2 }, inputs);

    expect(value).toBe(1 / (1 + Math.exp(-1.5)));
  });

  it("rises with a feature of positive weight and falls with one of negative weight", () => {
    const higher = predict(model, standardized(Float64Array.of(12, 0), scale));
    const lower = predict(model, standardized(Float64Array.of(10, 1), scale));

    expect(higher).toBeGreaterThan(0.5);
    expect(lower).toBeLessThan(0.5);
  });

  it("limits each feature to three standard deviations", () => {
    const far = predict(model, standardized(Float64Array.of(16, 0), scale));
    const extreme = predict(model, standardized(Float64Array.of(1e9, 0), scale));

    expect(extreme).toBe(far);
  });
});
