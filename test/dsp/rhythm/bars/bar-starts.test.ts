import { barStarts } from "../../../../src/dsp/rhythm/bars/bar-starts.js";

/** Log odds of beats: high on the given ones, low on others. */
function oddsOf(count: number, starts: readonly number[]): Float32Array {
  return Float32Array.from({ length: count }, (_, beat) => (starts.includes(beat) ? 3 : -3));
}

const every = (length: number, first: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - first) / length) }, (_, bar) => first + bar * length);

describe("barStarts", () => {
  it.each([
    [4, 0],
    [4, 3],
    [3, 1],
    [7, 5],
  ])("finds bars of %d beats from beat %d on", (beatsPerBar, first) => {
    const starts = every(beatsPerBar, first, 42);

    expect(barStarts(oddsOf(42, starts), beatsPerBar)).toEqual(starts);
  });

  it("follows the bars after a beat too many", () => {
    const starts = [...every(4, 0, 40), ...every(4, 41, 80)];

    expect(barStarts(oddsOf(80, starts), 4)).toEqual(starts);
  });

  it("keeps counting where a few beats speak for others", () => {
    const odds = oddsOf(48, every(4, 0, 48));
    odds[20] = -3;
    odds[21] = 3;

    expect(barStarts(odds, 4)).toEqual(every(4, 0, 48));
  });

  it("finds nothing without beats", () => {
    expect(barStarts(new Float32Array(0), 4)).toEqual([]);
  });
});
