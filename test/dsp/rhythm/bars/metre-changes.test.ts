import { metreChanges } from "../../../../src/dsp/rhythm/bars/metre-changes.js";
import { ACCENT_NAMES, type BeatAccents } from "../../../../src/dsp/rhythm/beat-accents.js";
import { seededRandom } from "../../../signals/random.js";

/** Accents, with noise, of bars of so many beats one after another. */
function accentsOf(
  parts: readonly { readonly beatsPerBar: number; readonly beats: number }[],
): BeatAccents {
  const random = seededRandom(3);
  const curve = (): Float32Array =>
    Float32Array.from(
      parts.flatMap(({ beatsPerBar, beats }) =>
        Array.from({ length: beats }, (_, i) => (i % beatsPerBar === 0 ? 1.5 : -0.5) + random()),
      ),
    );
  return Object.fromEntries(ACCENT_NAMES.map((name) => [name, curve()])) as Record<
    (typeof ACCENT_NAMES)[number],
    Float32Array
  >;
}

describe("metreChanges", () => {
  it.each([
    [4, 3],
    [3, 4],
    [4, 5],
    [7, 4],
  ])("finds a change from %d to %d beats a bar and back", (first, second) => {
    const changes = metreChanges(
      accentsOf([
        { beatsPerBar: first, beats: 84 },
        { beatsPerBar: second, beats: 105 },
        { beatsPerBar: first, beats: 84 },
      ]),
    );

    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      [first, second],
      [second, first],
    ]);
    expect(Math.abs(changes[0]!.beat - 84)).toBeLessThanOrEqual(6);
    expect(Math.abs(changes[1]!.beat - 189)).toBeLessThanOrEqual(6);
  });

  it.each([3, 4, 5, 7])("finds none in steady bars of %d beats", (beatsPerBar) => {
    expect(metreChanges(accentsOf([{ beatsPerBar, beats: 300 }]))).toEqual([]);
  });

  it("finds none where a bar is cut short", () => {
    const parts = [
      { beatsPerBar: 4, beats: 82 },
      { beatsPerBar: 4, beats: 80 },
    ];

    expect(metreChanges(accentsOf(parts))).toEqual([]);
  });

  it("finds none in noise, and in fewer beats than a window has", () => {
    const random = seededRandom(5);
    const noise = Object.fromEntries(
      ACCENT_NAMES.map((name) => [name, Float32Array.from({ length: 400 }, random)]),
    ) as unknown as BeatAccents;

    expect(metreChanges(noise)).toEqual([]);
    expect(metreChanges(accentsOf([{ beatsPerBar: 4, beats: 20 }]))).toEqual([]);
    expect(metreChanges(accentsOf([]))).toEqual([]);
  });
});
