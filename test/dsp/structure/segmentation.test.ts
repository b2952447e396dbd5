import { segmentFrames } from "../../../src/dsp/structure/segmentation.js";
import { segmentKinds } from "../../../src/dsp/structure/segment-kinds.js";
import { seededRandom } from "../../signals/random.js";

/** Rows around the given levels, with noise of a standard deviation of about 1. */
function rowsAround(levels: readonly number[], noise = 1): Float64Array[] {
  const random = seededRandom(3);
  return levels.map((level) =>
    Float64Array.from({ length: 6 }, (_, i) => level * (i + 1) + noise * 1.7 * random()),
  );
}

function repeated(...parts: readonly (readonly [level: number, count: number])[]): number[] {
  return parts.flatMap(([level, count]) => Array.from({ length: count }, () => level));
}

describe("segmentFrames", () => {
  it("finds boundaries where the level changes, and nowhere else", () => {
    const rows = rowsAround(repeated([0, 32], [1, 32], [0, 24], [1, 40]));

    const segments = segmentFrames(rows);

    expect(segments.map(({ from }) => from)).toEqual([0, 32, 64, 88]);
    expect(segments.map(({ to }) => to)).toEqual([32, 64, 88, 128]);
  });

  it("has a higher confidence for a large change than for a small one", () => {
    const rows = rowsAround(repeated([0, 64], [1.5, 64], [4, 64]));

    const [, small, large] = segmentFrames(rows);

    expect(small?.from).toBe(64);
    expect(large?.from).toBe(128);
    expect(large!.confidence).toBeGreaterThan(small!.confidence);
    expect(large!.confidence).toBeLessThanOrEqual(1);
  });

  it("returns one segment for noise, and for a constant sequence", () => {
    const noise = segmentFrames(rowsAround(repeated([0, 500]), 4));
    const steady = segmentFrames(rowsAround(repeated([2, 500]), 0));

    expect(noise).toEqual([{ from: 0, to: 500, confidence: 1, isContrast: true }]);
    expect(steady).toEqual([{ from: 0, to: 500, confidence: 1, isContrast: true }]);
  });

  it("returns one segment for one row, and none without rows", () => {
    expect(segmentFrames(rowsAround([1]))).toEqual([
      { from: 0, to: 1, confidence: 1, isContrast: true },
    ]);
    expect(segmentFrames([])).toEqual([]);
  });
});

describe("segmentKinds", () => {
  it("returns the same number for repeated segments", () => {
    const rows = rowsAround(repeated([0, 32], [2, 32], [0, 32], [4, 32], [2, 32]));
    const segments = segmentFrames(rows);

    const kinds = segmentKinds(segments, rows);

    expect(kinds).toEqual([0, 1, 0, 2, 1]);
  });
});

describe("segmentFrames with repetitions", () => {
  /** Two halves that differ by less than a boundary costs. */
  const rows = Array.from({ length: 80 }, (_, i) =>
    Float64Array.of(2 * Math.sin(7 * i) + (i < 40 ? 0.5 : -0.5), 2 * Math.cos(5 * i)),
  );

  it("finds a small change where repetitions end, and not without them", () => {
    const evidence = new Float64Array(80);
    evidence[40] = 1;
    const found = segmentFrames(rows, evidence);
    expect(found.map(({ from, isContrast }) => [from, isContrast])).toEqual([
      [0, true],
      [40, false],
    ]);
    expect(segmentFrames(rows)).toHaveLength(1);
  });
});
