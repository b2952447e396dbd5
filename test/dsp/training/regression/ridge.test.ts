import { fitRidge } from "../../../../src/dsp/training/regression/ridge.js";

const rows = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 1],
].map((row) => Float64Array.from(row));
const targets = rows.map(([a, b]) => 3 + 2 * a! - b!);

describe("fitRidge", () => {
  it("finds the weights behind exact examples when the penalty is tiny", () => {
    const { weights, offset } = fitRidge(rows, targets, 1e-9);

    expect(weights[0]).toBeCloseTo(2, 6);
    expect(weights[1]).toBeCloseTo(-1, 6);
    expect(offset).toBeCloseTo(3, 6);
  });

  it("returns the mean when the penalty is huge", () => {
    const { weights, offset } = fitRidge(rows, targets, 1e9);

    expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-6);
    expect(offset).toBeCloseTo(4, 6);
  });
});
