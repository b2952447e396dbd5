import { fluctuationExponent } from "../../../src/dsp/descriptors/fluctuation.js";

const FRAME_RATE = 86;

/** Deterministic noise, uniform in (-1, 1). */
function noise(length: number): Float32Array {
  const values = new Float32Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (state * 16807) % 2147483647;
    values[i] = state / 1073741823.5 - 1;
  }
  return values;
}

describe("fluctuationExponent", () => {
  // Theory: white noise has 0.5, its running sum 1.5. Estimates from 60 s scatter by about 0.1.
  it("is near 0.5 for levels without memory", () => {
    const levels = noise(60 * FRAME_RATE).map((value) => value + 2);

    const exponent = fluctuationExponent(levels, FRAME_RATE);

    expect(Math.abs(exponent! - 0.5)).toBeLessThan(0.1);
  });

  it("is near 1.5 for levels that follow a random walk", () => {
    let sum = 0;
    const levels = noise(60 * FRAME_RATE).map((value) => (sum += value) + 100);

    const exponent = fluctuationExponent(levels, FRAME_RATE);

    expect(Math.abs(exponent! - 1.5)).toBeLessThan(0.15);
  });

  it("is far below that of noise for a steady beat", () => {
    const levels = Float32Array.from({ length: 60 * FRAME_RATE }, (_, i) => (i % 20 < 4 ? 1 : 0.1));

    const exponent = fluctuationExponent(levels, FRAME_RATE);

    expect(exponent).toBeLessThan(0.3);
  });

  it("does not change with gain", () => {
    const levels = noise(20 * FRAME_RATE).map((value) => value + 2);

    const loud = fluctuationExponent(levels, FRAME_RATE);
    const quiet = fluctuationExponent(
      levels.map((level) => 0.01 * level),
      FRAME_RATE,
    );

    expect(quiet).toBeCloseTo(loud!, 3);
  });

  it.each([
    ["nothing", new Float32Array(0)],
    ["half a second", noise(43)],
    ["a level that never changes", new Float32Array(60 * FRAME_RATE).fill(0.5)],
  ])("is null for %s", (_, levels) => {
    expect(fluctuationExponent(levels, FRAME_RATE)).toBeNull();
  });
});
