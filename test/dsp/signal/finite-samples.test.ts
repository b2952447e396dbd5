import { FiniteSamples } from "../../../src/dsp/signal/finite-samples.js";

describe("FiniteSamples", () => {
  it("sets samples that are not finite, or implausibly large, to zero", () => {
    const channel = new Float32Array([0.1, NaN, Infinity, -Infinity, 1e30, -0.2]);

    const [slice] = new FiniteSamples(1).slice([channel], 0, 6);

    expect([...slice!]).toEqual([Math.fround(0.1), 0, 0, 0, 0, Math.fround(-0.2)]);
  });

  it("does not change the caller's samples", () => {
    const channel = new Float32Array([NaN, 1]);

    new FiniteSamples(1).slice([channel], 0, 2);

    expect(channel[0]).toBeNaN();
  });

  it("passes integers that were read as floats", () => {
    const channel = new Float32Array([32_767, -(2 ** 31)]);

    const [slice] = new FiniteSamples(1).slice([channel], 0, 2);

    expect([...slice!]).toEqual([32_767, -(2 ** 31)]);
  });

  it("refuses a different number of channels, and channels of different lengths", () => {
    const samples = new FiniteSamples(2);

    expect(() => samples.lengthOf([new Float32Array(4)])).toThrow(RangeError);
    expect(() => samples.lengthOf([new Float32Array(4), new Float32Array(5)])).toThrow(RangeError);
  });
});
