import {
  downbeatConfidence,
  phaseCertainty,
} from "../../../../src/dsp/rhythm/bars/downbeat-confidence.js";

/** Log odds of so many bars of four beats, the first of which is preferred by `margin`. */
function oddsOf(barCount: number, margin: number): Float32Array {
  return Float32Array.from({ length: 4 * barCount }, (_, beat) => (beat % 4 === 0 ? margin : 0));
}

const startsOf = (barCount: number): number[] =>
  Array.from({ length: barCount }, (_, bar) => 4 * bar);

const confidenceOf = (barCount: number, margin: number): number =>
  downbeatConfidence(phaseCertainty(oddsOf(barCount, margin), 4, startsOf(barCount)));

describe("The confidence of downbeats", () => {
  it("grows with the evidence", () => {
    const confidences = [0, 1, 3, 8].map((margin) => confidenceOf(10, margin));

    expect(confidences).toEqual(confidences.toSorted((a, b) => a - b));
    expect(confidences[0]).toBeLessThan(0.5);
    expect(confidences[3]).toBeGreaterThan(0.65);
  });

  it("grows with the bars of a short excerpt, and not beyond those of the calibration", () => {
    expect(confidenceOf(3, 3)).toBeLessThan(confidenceOf(12, 3));
    expect(confidenceOf(120, 3)).toBeCloseTo(confidenceOf(12, 3), 1);
  });

  it("is low where other beats have as much evidence", () => {
    const odds = oddsOf(10, 3).map((value, beat) => (beat % 4 === 2 ? 3 : value));

    expect(downbeatConfidence(phaseCertainty(odds, 4, startsOf(10)))).toBeLessThan(
      confidenceOf(10, 3),
    );
  });
});
