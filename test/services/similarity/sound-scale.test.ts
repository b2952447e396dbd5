import { SoundScale } from "../../../src/services/similarity/sound-scale.js";
import { seededRandom } from "../../signals/random.js";

describe("SoundScale", () => {
  it("uses the default spread without a catalogue", () => {
    const scale = new SoundScale();

    expect(scale.spreadOf("energy")).toEqual({ mean: 0.5, deviation: 0.2 });
    expect(scale.spreadOf("loudness")).toEqual({ mean: -12, deviation: 4 });
  });

  it("uses the default spread around the mean of a small catalogue", () => {
    const scale = new SoundScale();
    for (const value of [0.08, 0.09, 0.1, 0.11, 0.12]) scale.add("liveness", value);

    const { mean, deviation } = scale.spreadOf("liveness");

    // The usual mean, 0.5, counts as a sixth track.
    expect(mean).toBeCloseTo((5 * 0.1 + 0.5) / 6, 3);
    expect(deviation).toBeCloseTo(0.2, 1);
  });

  it("uses the spread of a large catalogue", () => {
    const scale = new SoundScale();
    const random = seededRandom(1);
    for (let track = 0; track < 20_000; track += 1) scale.add("valence", 0.3 + 0.1 * random());

    const { mean, deviation } = scale.spreadOf("valence");

    // Of a uniform spread over a width of 0.2.
    expect(mean).toBeCloseTo(0.3, 2);
    expect(deviation).toBeCloseTo(0.2 / Math.sqrt(12), 2);
  });

  it("limits the weight of a field that hardly varies", () => {
    const scale = new SoundScale();
    for (let track = 0; track < 20_000; track += 1) scale.add("speechiness", 0.02);

    expect(scale.spreadOf("speechiness").deviation).toBe(0.05);
  });

  it("is the same to the last bit after tracks are removed", () => {
    const scale = new SoundScale();
    const random = seededRandom(2);
    const values = Array.from({ length: 1000 }, () => random());
    for (const value of values) scale.add("energy", value);
    scale.add("energy", NaN);
    for (const value of [...values].reverse()) scale.remove("energy", value);

    expect(scale.spreadOf("energy")).toEqual({ mean: 0.5, deviation: 0.2 });
  });
});
