import {
  harmonicSimilarity,
  pathSimilarity,
  repetitionEdges,
} from "../../../src/dsp/structure/repetition.js";
import { segmentKinds } from "../../../src/dsp/structure/segment-kinds.js";

/** Roots of chords, one per frame, that repeat within none of these parts. */
const VERSE = [0, 0, 9, 9, 5, 5, 7, 7, 2, 2, 10, 10, 3, 3, 8, 8];
const CHORUS = [4, 4, 11, 6, 6, 1, 9, 9, 4, 1, 1, 6, 11, 11, 8, 4];

/** Major triads as chroma. */
const chords = (roots: readonly number[]): Float64Array[] =>
  roots.map((root) =>
    Float64Array.from({ length: 12 }, (_, i) => Number([0, 4, 7].includes((i - root + 12) % 12))),
  );

const NO_BARS: readonly boolean[] = [];
const compared = (roots: readonly number[], tonics?: readonly number[]) =>
  harmonicSimilarity(chords(roots), tonics ?? roots.map(() => 0));

describe("harmonicSimilarity", () => {
  it("is symmetric, and 1 for frames of one chord", () => {
    const { values, frameCount } = compared(VERSE);
    expect(values[1]).toBeCloseTo(1);
    for (let i = 0; i < frameCount; i++) {
      expect(values[i]).toBe(values[i * frameCount]);
      expect(values[i * frameCount + i]).toBeCloseTo(1);
    }
  });

  it("finds a part a semitone higher in a key a semitone higher, and otherwise not", () => {
    const higher = VERSE.map((root) => (root + 1) % 12);
    const roots = [...VERSE, ...CHORUS, ...higher];
    const keys = roots.map((_, i) => Number(i >= VERSE.length + CHORUS.length));
    const [first, last] = [
      { from: 0, to: 16 },
      { from: 32, to: 48 },
    ];
    expect(pathSimilarity(compared(roots, keys), first, last)).toBeGreaterThan(0.9);
    expect(pathSimilarity(compared(roots), first, last)).toBeLessThan(0.7);
  });

  it("is 0 with a frame without harmony", () => {
    const { values } = harmonicSimilarity([...chords([0, 5]), new Float64Array(12)], [0, 0, 0]);
    expect([values[2], values[5], values[8]]).toEqual([0, 0, 0]);
  });
});

describe("repetitionEdges", () => {
  const roots = [...VERSE, ...CHORUS, ...VERSE, ...CHORUS.slice().reverse(), ...VERSE];

  it("is large where repetitions begin and end, and small elsewhere", () => {
    const edges = repetitionEdges(compared(roots), NO_BARS);
    for (const at of [16, 32, 48, 64]) expect(edges[at]).toBeGreaterThan(0.5);
    for (const at of [8, 24, 40, 56, 72]) expect(edges[at]).toBeLessThan(0.1);
  });

  it("is 0 where nothing repeats", () => {
    expect(Math.max(...repetitionEdges(compared([...VERSE, ...CHORUS]), NO_BARS))).toBe(0);
  });

  it("prefers starts of bars", () => {
    const isBarStart = roots.map((_, i) => i % 4 === 1);
    const edges = repetitionEdges(compared(roots), isBarStart);
    expect(edges[17]).toBeGreaterThan(2 * edges[16]!);
  });
});

describe("pathSimilarity", () => {
  it("lays ranges of different lengths beside each other where they are alike", () => {
    const similarity = compared([...VERSE, ...CHORUS, ...VERSE]);
    const long = { from: 0, to: 32 };
    expect(pathSimilarity(similarity, { from: 34, to: 48 }, long)).toBeCloseTo(1);
    expect(pathSimilarity(similarity, { from: 16, to: 32 }, { from: 32, to: 48 })).toBeLessThan(
      0.5,
    );
  });

  it("is null for a range that is too short", () => {
    const similarity = compared(VERSE);
    expect(pathSimilarity(similarity, { from: 0, to: 7 }, { from: 7, to: 16 })).toBeNull();
  });
});

describe("segmentKinds with harmonies", () => {
  it("tells parts of one timbre apart by their chords", () => {
    const roots = [...VERSE, ...CHORUS, ...VERSE, ...CHORUS];
    const rows = chords(roots).map((row) => row.map((value) => 0.1 * value));
    const segments = [0, 16, 32, 48].map((from) => ({
      from,
      to: from + 16,
      confidence: 0.1,
      isContrast: false,
    }));
    expect(segmentKinds(segments, rows, compared(roots))).toEqual([0, 1, 0, 1]);
    expect(segmentKinds(segments, rows)).toEqual([0, 0, 0, 0]);
  });
});
