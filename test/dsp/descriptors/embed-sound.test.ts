import { analyzeTrack } from "../../../src/dsp/analyze-track.js";
import { ensemble } from "../../signals/ensemble.js";
import { silence } from "../../signals/plain-signals.js";

const SAMPLE_RATE = 22_050;

const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.sqrt(one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0));

describe("The sound embedding", () => {
  const music = ensemble({ bpm: 120, beatsPerBar: 4, seconds: 20 });
  const embeddingOf = (samples: Float32Array) =>
    analyzeTrack([samples], SAMPLE_RATE).soundEmbedding;

  it("has 16 integers in [-127, 127], which gain hardly changes", () => {
    const embedding = embeddingOf(music)!;
    const quiet = embeddingOf(music.map((sample) => sample / 8))!;

    expect(embedding).toHaveLength(16);
    for (const value of embedding) {
      expect(Number.isInteger(value)).toBe(true);
      expect(Math.abs(value)).toBeLessThanOrEqual(127);
    }
    // Two random recordings are 113 apart.
    expect(distance(embedding, quiet)).toBeLessThan(12);
  });

  it("tells recordings apart, and is null where there are no moods", () => {
    const other = ensemble({ bpm: 75, beatsPerBar: 3, seconds: 20, hasDrums: false });

    expect(distance(embeddingOf(music)!, embeddingOf(other)!)).toBeGreaterThan(12);
    expect(embeddingOf(silence({ seconds: 5 }))).toBeNull();
  });
});
