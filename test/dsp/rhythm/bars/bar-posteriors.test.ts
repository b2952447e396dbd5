import { downbeatPosteriors } from "../../../../src/dsp/rhythm/bars/downbeat-confidence.js";

/** Log odds of beats: `high` on every fourth from the second on, low on others. */
function oddsOf(count: number, high: number): Float32Array {
  return Float32Array.from({ length: count }, (_, beat) => (beat % 4 === 1 ? high : -high));
}

describe("downbeatPosteriors", () => {
  it("shares the probability equally between the positions where nothing is known", () => {
    const posteriors = downbeatPosteriors(new Float32Array(16), 4);

    for (const posterior of posteriors) expect(posterior).toBeCloseTo(0.25, 6);
  });

  it("gathers the evidence of all bars", () => {
    const [short, long] = [8, 40].map((count) => downbeatPosteriors(oddsOf(count, 0.4), 4)[1]!);

    expect(short).toBeGreaterThan(0.4);
    expect(long).toBeGreaterThan(0.99);
    expect(downbeatPosteriors(oddsOf(40, 0.4), 4)[2]).toBeLessThan(0.01);
  });

  it("is the probability of all ways to count, for two beats", () => {
    const odds = Float32Array.of(1, 0.5);

    const posteriors = downbeatPosteriors(odds, 2);

    // Ways: the first beat begins a bar, or the second, or by a slip both, or neither.
    const slip = Math.exp(-12);
    const ways = [Math.exp(1), Math.exp(0.5), slip * Math.exp(1.5), slip];
    const sum = ways.reduce((total, way) => total + way, 0);
    expect(posteriors[0]).toBeCloseTo((ways[0]! + ways[2]!) / sum, 9);
    expect(posteriors[1]).toBeCloseTo((ways[1]! + ways[2]!) / sum, 9);
  });

  it("has nothing to say without beats", () => {
    expect(downbeatPosteriors(new Float32Array(0), 4)).toHaveLength(0);
  });
});
