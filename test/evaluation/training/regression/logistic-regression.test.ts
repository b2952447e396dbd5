import { fitLogistic } from "./logistic-regression.js";

const rows = [-2, -1, 0, 1, 2].map((value) => Float64Array.of(value));

/** Probability of the class for one input. */
function probability({ weights, offset }: ReturnType<typeof fitLogistic>, input: number): number {
  return 1 / (1 + Math.exp(-(offset + weights[0]! * input)));
}

describe("fitLogistic", () => {
  it("returns the share of the class where inputs say nothing", () => {
    const alike = rows.map(() => Float64Array.of(1));
    const targets = [true, false, false, false, false];

    const fit = fitLogistic(alike, targets, [1, 1, 1, 1, 1], 1);

    expect(probability(fit, 1)).toBeCloseTo(0.2, 3);
  });

  it("counts an example as often as its importance says", () => {
    const alike = [Float64Array.of(0), Float64Array.of(0)];

    const fit = fitLogistic(alike, [true, false], [3, 1], 1);

    expect(probability(fit, 0)).toBeCloseTo(0.75, 3);
  });

  it("finds the probabilities of examples that overlap", () => {
    const inputs = [-1, -1, -1, -1, 1, 1, 1, 1].map((value) => Float64Array.of(value));
    const targets = [true, false, false, false, true, true, true, false];

    const fit = fitLogistic(inputs, targets, Array<number>(8).fill(1), 1e-9);

    expect(probability(fit, -1)).toBeCloseTo(0.25, 6);
    expect(probability(fit, 1)).toBeCloseTo(0.75, 6);
  });

  it("keeps the weights of separable examples finite by its penalty", () => {
    const targets = [false, false, false, true, true];

    const weak = fitLogistic(rows, targets, Array<number>(5).fill(1), 0.1);
    const strong = fitLogistic(rows, targets, Array<number>(5).fill(1), 10);

    expect(weak.weights[0]).toBeGreaterThan(strong.weights[0]!);
    expect(strong.weights[0]).toBeGreaterThan(0);
    expect(probability(weak, 2)).toBeGreaterThan(0.9);
  });
});
