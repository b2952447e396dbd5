import { fitRidge } from "./ridge.js";

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

  it("puts no weight on an input that disturbances change, and finds it in another one", () => {
    const doubled = rows.map(([a, b]) => Float64Array.of(a!, a!, b!));

    const { weights } = fitRidge(doubled, targets, 1e-6, [Float64Array.of(1e3, 0, 0)]);

    expect(weights[0]).toBeCloseTo(0, 4);
    expect(weights[1]).toBeCloseTo(2, 4);
    expect(weights[2]).toBeCloseTo(-1, 4);
  });

  it("returns the mean when the penalty is huge", () => {
    const { weights, offset } = fitRidge(rows, targets, 1e9);

    expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-6);
    expect(offset).toBeCloseTo(4, 6);
  });
});
