import { retrievalScores } from "./retrieval-scores.js";

/** Tracks on a line. */
const scoresAt = (labels: string, positions: readonly number[]) =>
  retrievalScores([...labels], (one, other) => Math.abs(positions[one]! - positions[other]!));

describe("retrievalScores", () => {
  it("are 1 where the nearest tracks have the same label", () => {
    expect(scoresAt("aaaabbbb", [1, 2, 3, 4, 21, 22, 23, 24])).toEqual({
      ...{ meanAveragePrecision: 1, nearest: 1, queries: 8 },
    });
  });

  it("count the ranks of what has the same label", () => {
    // Of the first a, the b is nearest: the precisions are 1/2, 2/3 and 3/4; of the others, 1/1, 2/2 and 3/4.
    const { meanAveragePrecision, nearest, queries } = scoresAt("abaaa", [0, 1, 3, 3.5, 4]);

    expect(queries).toBe(4);
    expect(nearest).toBe(0.75);
    expect(meanAveragePrecision).toBeCloseTo(
      ((1 / 2 + 2 / 3 + 3 / 4) / 3 + (3 * (1 + 1 + 3 / 4)) / 3) / 4,
      10,
    );
  });

  it("rank what cannot be compared last", () => {
    const { meanAveragePrecision } = retrievalScores([..."aaaab"], (one, other) =>
      one === 4 || other === 4 ? NaN : 1,
    );

    expect(meanAveragePrecision).toBe(1);
  });

  it("have no queries of labels with fewer than four tracks", () => {
    expect(scoresAt("aaabbb", [1, 2, 3, 4, 5, 6]).queries).toBe(0);
  });
});
