import { EmbeddingColumn } from "../../../../../src/adapters/storage/catalogue/columns/embedding-column.js";

const embeddingOf = (place: number) => Array.from({ length: 16 }, (_, index) => place - index);

describe("EmbeddingColumn", () => {
  it("returns the embedding of each slot, and null where there is none", () => {
    const column = new EmbeddingColumn();
    column.setCapacity(3);

    column.add(0, embeddingOf(7));
    column.add(1, null);
    column.setCapacity(9);
    column.append(2, column.portion(0, 2));

    expect([0, 1, 2, 3].map((slot) => column.at(slot))).toEqual([
      embeddingOf(7),
      null,
      embeddingOf(7),
      null,
    ]);
  });

  it("has the default variance while it is empty, and nears that of its tracks", () => {
    const column = new EmbeddingColumn();
    column.setCapacity(10_000);
    const variances = [column.variance];

    // Half of them at either side: a variance of 10 squared for each of 16 coordinates.
    for (let slot = 0; slot < 10_000; slot += 1) {
      column.add(slot, Array<number>(16).fill(slot % 2 ? 10 : -10));
    }

    variances.push(column.variance);
    expect(variances[0]).toBe(6400);
    expect(variances[1]).toBeCloseTo((50 * 6400 + 10_000 * 1600) / 10_050, 6);
  });

  it("has exactly the variance of the tracks that are left, in whatever order others came and went", () => {
    const [one, other] = [new EmbeddingColumn(), new EmbeddingColumn()];
    for (const column of [one, other]) column.setCapacity(4);
    one.add(0, embeddingOf(3));
    one.add(1, embeddingOf(90));
    other.add(0, embeddingOf(-50));
    other.add(1, embeddingOf(90));
    other.add(2, embeddingOf(3));

    other.remove(0, 2);

    expect(other.at(0)).toEqual(embeddingOf(3));
    expect(other.variance).toBe(one.variance);
  });
});
