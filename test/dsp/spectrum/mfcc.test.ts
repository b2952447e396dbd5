import { Mfcc } from "../../../src/dsp/spectrum/mfcc.js";

const coefficientsOf = (bands: number[]): number[] => {
  const mfcc = new Mfcc(bands.length, 4);
  mfcc.read(Float32Array.from(bands));
  return [...mfcc.coefficients];
};

describe("Mfcc", () => {
  it("maps a cosine over the bands to its own coefficient only", () => {
    const bands = Array.from({ length: 40 }, (_, b) => Math.cos((Math.PI * 2 * (b + 0.5)) / 40));

    const coefficients = coefficientsOf(bands);

    // Orthonormal: the square root of half the band count.
    [0, Math.sqrt(20), 0, 0].forEach((value, i) => {
      expect(coefficients[i]).toBeCloseTo(value, 4);
    });
  });

  it("does not change with gain, which shifts all bands alike", () => {
    const bands = Array.from({ length: 40 }, (_, b) => (b * 7) % 11);

    const quiet = coefficientsOf(bands);
    const loud = coefficientsOf(bands.map((level) => level + 20));

    quiet.forEach((value, i) => {
      expect(loud[i]).toBeCloseTo(value, 3);
    });
  });
});
