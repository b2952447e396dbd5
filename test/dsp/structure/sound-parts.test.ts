import { soundParts } from "../../../src/dsp/structure/sound-parts.js";

/** Powers of consecutive intervals, ten per second. */
function powers(
  ...stretches: readonly (readonly [power: number, seconds: number])[]
): Float64Array {
  return Float64Array.from(
    stretches.flatMap(([power, seconds]) => Array.from({ length: 10 * seconds }, () => power)),
  );
}

describe("soundParts", () => {
  it("separates music from the pauses before, within and after it", () => {
    const parts = soundParts(powers([0, 2], [1, 10], [1e-5, 3], [0.1, 5], [0, 2]), 22.05);

    expect(parts).toEqual([
      { startSeconds: 0, endSeconds: 2, isQuiet: true },
      { startSeconds: 2, endSeconds: 12, isQuiet: false },
      { startSeconds: 12, endSeconds: 15, isQuiet: true },
      { startSeconds: 15, endSeconds: 20, isQuiet: false },
      { startSeconds: 20, endSeconds: 22.05, isQuiet: true },
    ]);
  });

  it("counts rests, slow strokes and quiet music as music", () => {
    const strokes = Array.from({ length: 8 }, () => [[1, 0.5] as const, [0, 2.5] as const]).flat();

    const whole = [{ startSeconds: 0, endSeconds: 24, isQuiet: false }];
    expect(soundParts(powers([1, 10], [0, 1], [1, 13]), 24)).toEqual(whole);
    expect(soundParts(powers(...strokes), 24)).toEqual(whole);
    expect(soundParts(powers([1, 12], [1e-3, 12]), 24)).toEqual(whole);
  });

  it("returns one part for silence, and one for less than a step", () => {
    expect(soundParts(powers([0, 4]), 4)).toEqual([
      { startSeconds: 0, endSeconds: 4, isQuiet: true },
    ]);
    expect(soundParts(powers(), 0.05)).toEqual([
      { startSeconds: 0, endSeconds: 0.05, isQuiet: false },
    ]);
  });

  it("does not change with gain", () => {
    const music = powers([0.2, 8], [1e-6, 4], [1, 8]);

    expect(
      soundParts(
        music.map((power) => power / 1e4),
        20,
      ),
    ).toEqual(soundParts(music, 20));
  });
});
