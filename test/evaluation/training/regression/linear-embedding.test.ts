import { seededRandom } from "../../../signals/random.js";
import { eigenOf, embed, learnEmbedding, type Pair } from "./linear-embedding.js";

describe("eigenOf", () => {
  it("finds values and vectors of a symmetric matrix", () => {
    const matrix = [
      [4, 1, -2],
      [1, 2, 0],
      [-2, 0, 3],
    ].map((row) => Float64Array.from(row));

    const { values, vectors } = eigenOf(matrix);

    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(9, 10);
    vectors.forEach((vector, at) => {
      const product = matrix.map((row) => row.reduce((sum, x, i) => sum + x * vector[i]!, 0));
      product.forEach((value, i) => expect(value).toBeCloseTo(values[at]! * vector[i]!, 9));
    });
  });
});

describe("learnEmbedding", () => {
  const random = seededRandom(1);
  /** Of four features of one size, the second tells recordings apart; the others vary within each. */
  const pairs = Array.from({ length: 400 }, (): Pair => {
    const own = random();
    const part = () => Float64Array.of(random(), own + 0.1 * random(), random(), random());
    return [part(), part()];
  });

  it("keeps what differs between recordings, and not what differs within them", () => {
    const [row] = learnEmbedding(pairs, 1);

    const shares = Array.from(row!, Math.abs);
    expect(shares[1]).toBeGreaterThan(5 * Math.max(shares[0]!, shares[2]!, shares[3]!));
  });

  it("maps features to as many coordinates", () => {
    const embedding = learnEmbedding(pairs, 2);

    expect(embed(embedding, Float64Array.of(0, 0, 0, 0))).toEqual(Float64Array.of(0, 0));
    expect(embed(embedding, Float64Array.of(1, 2, 3, 4))).toHaveLength(2);
  });
});
