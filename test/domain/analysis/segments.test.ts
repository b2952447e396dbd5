import {
  packSegments,
  type SoundSegment,
  unpackSegments,
} from "../../../src/domain/analysis/segments.js";

const timbre = Array.from({ length: 12 }, (_, i) => 1.5 * (i - 6));
const note: SoundSegment = {
  startSeconds: 12.345,
  confidence: 1,
  startLevel: -30,
  maxLevel: -12,
  endLevel: -45,
  maxLevelSeconds: 0.123,
  pitches: Array.from({ length: 12 }, (_, i) => i / 15),
  timbre,
};

/** Everything that a program reads of segments, with numbers rounded to 1e-9. */
function plain(segments: readonly SoundSegment[]): unknown {
  return JSON.parse(
    JSON.stringify(segments, (_, value: unknown) =>
      typeof value === "number" ? Math.round(1e9 * value) / 1e9 : value,
    ),
  );
}

describe("packSegments", () => {
  it("keeps values that are multiples of its resolution", () => {
    const later = { ...note, startSeconds: 10_799.999, confidence: 0.2 };

    expect(plain(unpackSegments(packSegments([note, later])))).toEqual(plain([note, later]));
  });

  it("rounds to its resolution", () => {
    const [kept] = unpackSegments(
      packSegments([{ ...note, startLevel: -30.1, timbre: timbre.map((value) => value + 0.7) }]),
    );

    expect(kept?.startLevel).toBeCloseTo(-30, 9);
    expect(kept?.timbre).toEqual(timbre);
  });

  it("limits values that are out of range", () => {
    const [kept] = unpackSegments(
      packSegments([
        {
          ...note,
          startLevel: 3,
          maxLevel: -100,
          maxLevelSeconds: 100,
          pitches: Array<number>(12).fill(1.2),
          timbre: Array<number>(12).fill(-1000),
        },
      ]),
    );

    expect(kept?.startLevel).toBeCloseTo(0, 9);
    expect(kept?.maxLevel).toBeCloseTo(-76.5, 9);
    expect(kept?.maxLevelSeconds).toBe(65.535);
    expect(kept?.pitches).toEqual(Array(12).fill(1));
    expect(kept?.timbre).toEqual(Array(12).fill(-190.5));
  });

  it("takes 28 bytes a segment, as base64", () => {
    expect(packSegments(Array<SoundSegment>(900).fill(note))).toHaveLength((900 * 28 * 4) / 3);
    expect(packSegments([])).toBe("");
    expect(unpackSegments("")).toEqual([]);
  });
});
