import { predict, standardized } from "../../../../src/dsp/descriptors/mood/linear-model.js";
import { fitModels, scaleOf, type Clip } from "./fit-robust-moods.js";

/** Clips whose target is equal to two inputs, of which coding changes the second by as much as music does. */
const clips = Array.from({ length: 40 }, (_, i): Clip => {
  const value = Math.sin(i);
  return {
    isHeldOut: false,
    inputs: Float64Array.of(value, value),
    targets: { sad: value },
    changed: [
      { name: "MP3 96", inputs: Float64Array.of(value, value + 1) },
      { name: "48 kHz", inputs: Float64Array.of(value, value) },
    ],
  };
});

describe("fitModels", () => {
  const scale = scaleOf(clips);
  const { sad } = fitModels(clips, scale);
  const outputOf = (...inputs: number[]): number =>
    predict(sad!, standardized(Float64Array.from(inputs), scale));

  it("learns the targets", () => {
    const target = 0.8;

    const output = outputOf(target, target);

    // The penalty on weights shrinks the output a little.
    expect(output).toBeCloseTo(1 / (1 + Math.exp(-1.5 * target)), 1);
  });

  it("prefers inputs that coding does not change", () => {
    const byFirst = outputOf(0.5, 0) - outputOf(0, 0);
    const bySecond = outputOf(0, 0.5) - outputOf(0, 0);

    expect(byFirst).toBeGreaterThan(10 * Math.abs(bySecond));
  });
});

describe("scaleOf", () => {
  it("gives means and deviations, and 1 where an input is constant", () => {
    const constant = [1, 3].map((value) => ({ ...clips[0]!, inputs: Float64Array.of(value, 7) }));

    expect(scaleOf(constant)).toEqual({ means: [2, 7], deviations: [1, 1] });
  });
});
