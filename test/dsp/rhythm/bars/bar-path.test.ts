import { barPath } from "../../../../src/dsp/rhythm/bars/bar-path.js";

/** Log odds of beats: high on the given ones, low on others. */
function oddsOf(count: number, starts: readonly number[]): Float32Array {
  return Float32Array.from({ length: count }, (_, beat) => (starts.includes(beat) ? 3 : -3));
}

const every = (length: number, first: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - first) / length) }, (_, bar) => first + bar * length);

describe("barPath", () => {
  it.each([
    [4, 0],
    [4, 3],
    [3, 1],
    [7, 5],
  ])("finds bars of %d beats from beat %d on", (beatsPerBar, first) => {
    const starts = every(beatsPerBar, first, 42);

    expect(barPath(oddsOf(42, starts), [beatsPerBar]).starts).toEqual(starts);
  });

  it("follows the bars after a beat too many", () => {
    const starts = [...every(4, 0, 40), ...every(4, 41, 80)];

    expect(barPath(oddsOf(80, starts), [4]).starts).toEqual(starts);
  });

  it("keeps counting where a few beats speak for others", () => {
    const odds = oddsOf(48, every(4, 0, 48));
    odds[20] = -3;
    odds[21] = 3;

    expect(barPath(odds, [4]).starts).toEqual(every(4, 0, 48));
  });

  it("finds nothing without beats", () => {
    expect(barPath(new Float32Array(0), [4]).starts).toEqual([]);
  });

  describe("with changes of metre", () => {
    const starts = [...every(4, 2, 62), ...every(3, 62, 107), ...every(4, 107, 160)];
    const changes = [
      { beat: 57, from: 4, to: 3 },
      { beat: 115, from: 3, to: 4 },
    ];

    it("moves to bars of another length where these begin", () => {
      const path = barPath(oddsOf(160, starts), [4, 3], changes);

      expect(path.starts).toEqual(starts);
      const lengths = [...path.beatsPerBar];
      expect(lengths.slice(0, 62).every((length) => length === 4)).toBe(true);
      expect(lengths.slice(62, 107).every((length) => length === 3)).toBe(true);
      expect(lengths.slice(107).every((length) => length === 4)).toBe(true);
    });

    it("keeps one length where no change is near", () => {
      const far = [{ beat: 30, from: 4, to: 3 }];

      expect(new Set(barPath(oddsOf(160, starts), [4, 3], far).beatsPerBar).size).toBe(1);
    });

    it("keeps one length where bars do not speak for the change", () => {
      const steady = every(4, 2, 160);

      const path = barPath(oddsOf(160, steady), [4, 3], changes);

      expect(path.starts).toEqual(steady);
      expect(new Set(path.beatsPerBar)).toEqual(new Set([4]));
    });
  });
});
