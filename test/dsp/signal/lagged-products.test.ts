import { laggedProducts } from "../../../src/dsp/signal/lagged-products.js";
import { whiteNoise } from "../../signals/plain-signals.js";

/** Agreement with the definition, relative to the energy of the curve. */
const TOLERANCE = 1e-6;

describe("laggedProducts", () => {
  it.each([
    [0, { first: 0, count: 3 }],
    [5, { first: 3, count: 5 }],
    [1_000, { first: 0, count: 40 }],
    [1_003, { first: 411, count: 9 }],
    // Longer than the kernel reads at once.
    [140_000, { first: 500, count: 4 }],
  ])("sums products of %d values as the definition does", (length, { first, count }) => {
    const curve = whiteNoise({ seconds: Math.max(1, length), sampleRate: 1, gain: 1 }).subarray(
      0,
      length,
    );

    const sums = laggedProducts(curve, { first, count });

    const energy = curve.reduce((sum, value) => sum + value * value, 0);
    expect(sums).toHaveLength(count);
    sums.forEach((sum, index) => {
      const lag = first + index;
      let wanted = 0;
      for (let i = lag; i < length; i++) wanted += curve[i]! * curve[i - lag]!;
      expect(Math.abs(sum - wanted)).toBeLessThanOrEqual(TOLERANCE * energy);
    });
  });
});
