import { barLengths, metreShare } from "./metre-scores.js";

describe("metreShare", () => {
  const parts = [
    { start: 0, end: 30, metre: 4 },
    { start: 30, end: 40, metre: 3 },
  ];
  const section = (startSeconds: number, endSeconds: number, value: number | null) => ({
    startSeconds,
    endSeconds,
    timeSignature: { value },
  });

  it("is the share of the time in the metre of the part", () => {
    expect(metreShare([section(0, 30, 4), section(30, 40, 3)], parts)).toBe(1);
    expect(metreShare([section(0, 40, 4)], parts)).toBe(0.75);
    expect(metreShare([section(0, 20, 4), section(20, 40, 3)], parts)).toBe(0.75);
  });

  it("counts an unknown metre as wrong", () => {
    expect(metreShare([section(0, 30, null), section(30, 40, 3)], parts)).toBe(0.25);
  });
});

describe("barLengths", () => {
  const beats = Float64Array.from({ length: 60 }, (_, i) => 0.5 * i);
  const downbeatsOf = (places: readonly number[]): Float64Array =>
    Float64Array.from(places, (place) => beats[place]!);

  it("finds the metres one after another", () => {
    const places = [0, 4, 8, 12, 16, 20, 23, 26, 29, 32, 35, 39, 43, 47, 51, 55];

    expect(barLengths(beats, downbeatsOf(places))).toEqual([4, 3, 4]);
  });

  it("leaves out bars cut short", () => {
    const places = [0, 4, 8, 12, 16, 18, 22, 26, 30, 34];

    expect(barLengths(beats, downbeatsOf(places))).toEqual([4]);
  });

  it("finds none without bars", () => {
    expect(barLengths(beats, new Float64Array(0))).toEqual([]);
  });
});
