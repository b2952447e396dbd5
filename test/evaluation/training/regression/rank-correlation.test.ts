import { rankCorrelation } from "./rank-correlation.js";

describe("rankCorrelation", () => {
  it.each([
    ["rises with any rising series", [1, 2, 3, 4], [1, 8, 27, 64], 1],
    ["falls with a falling one", [1, 2, 3, 4], [4, 3, 2, 1], -1],
    // Worked by hand: ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3.
    ["shares the rank of ties", [1, 2, 2, 3], [1, 2, 3, 4], 4.5 / Math.sqrt(4.5 * 5)],
    ["is 0 where one does not vary", [1, 1, 1], [1, 2, 3], 0],
  ])("%s", (_, a, b, expected) => {
    expect(rankCorrelation(a, b)).toBeCloseTo(expected, 12);
  });
});
