import { FieldDistribution } from "../../../src/domain/catalogue/field-distribution.js";
import { seededRandom } from "../../signals/random.js";

describe("FieldDistribution", () => {
  it("uses the default spread without a catalogue", () => {
    expect(new FieldDistribution("energy").spread).toEqual({ mean: 0.5, deviation: 0.2 });
    expect(new FieldDistribution("loudness").spread).toEqual({ mean: -12, deviation: 4 });
  });

  it("uses the default spread around the mean of a small catalogue", () => {
    const distribution = new FieldDistribution("liveness");
    add(distribution, [0.08, 0.09, 0.1, 0.11, 0.12]);

    const { mean, deviation } = distribution.spread;

    // The usual mean, 0.5, counts as a sixth track.
    expect(mean).toBeCloseTo((5 * 0.1 + 0.5) / 6, 3);
    expect(deviation).toBeCloseTo(0.2, 1);
  });

  it("uses the default spread for keys and modes, whatever they are", () => {
    const distribution = new FieldDistribution("mode");
    add(distribution, new Array<number>(1000).fill(1));

    expect(distribution.spread).toEqual({ mean: 0.5, deviation: 0.5 });
  });

  it("uses the spread of a large catalogue", () => {
    const distribution = new FieldDistribution("valence");
    const random = seededRandom(1);
    add(
      distribution,
      Array.from({ length: 20_000 }, () => 0.3 + 0.1 * random()),
    );

    const { mean, deviation } = distribution.spread;

    // Of a uniform spread over a width of 0.2.
    expect(mean).toBeCloseTo(0.3, 2);
    expect(deviation).toBeCloseTo(0.2 / Math.sqrt(12), 2);
  });

  it("limits the weight of a field that hardly varies", () => {
    const distribution = new FieldDistribution("speechiness");
    add(distribution, new Array<number>(20_000).fill(0.02));

    expect(distribution.spread.deviation).toBe(0.05);
  });

  it("is the same to the last bit after tracks are removed", () => {
    const distribution = new FieldDistribution("energy");
    const random = seededRandom(2);
    const values = Float32Array.from({ length: 1000 }, () => random());
    values[500] = NaN;
    distribution.add(values, 0, 300);
    distribution.add(values, 300, 1000);
    for (let slot = 999; slot >= 0; slot -= 1) distribution.subtract(values, slot);

    expect(distribution.spread).toEqual({ mean: 0.5, deviation: 0.2 });
  });
});

function add(distribution: FieldDistribution, coordinates: readonly number[]): void {
  distribution.add(Float32Array.from(coordinates), 0, coordinates.length);
}
