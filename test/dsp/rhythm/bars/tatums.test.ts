import { tatumsPerBeat } from "../../../../src/dsp/rhythm/bars/tatums.js";
import { clickTimes, clickTrack } from "../../../signals/click-track.js";
import { rhythmOf } from "../rhythm-of.js";

const BPM = 100;
const SECONDS = 12;
const beats = Float64Array.from(clickTimes({ bpm: BPM, seconds: SECONDS, offsetSeconds: 0.3 }));

/** Tatums of clicks that divide the beats: each part is played with a loudness, 0 for not at all. */
function tatumsOf(parts: readonly number[]): number | null {
  const samples = parts
    .map((gain, part) =>
      clickTrack({
        bpm: BPM,
        seconds: SECONDS,
        offsetSeconds: 0.3 + (part / parts.length) * (60 / BPM),
        gain,
      }),
    )
    .reduce((sum, clicks) => sum.map((value, i) => value + clicks[i]!));
  return tatumsPerBeat(beats, rhythmOf(samples).onsets, false);
}

describe("tatumsPerBeat", () => {
  it.each([
    { name: "beats alone", parts: [0.5], expected: 1 },
    { name: "halves", parts: [0.5, 0.3], expected: 2 },
    { name: "thirds", parts: [0.5, 0.3, 0.3], expected: 3 },
    { name: "swing", parts: [0.5, 0, 0.3], expected: 3 },
    { name: "quarters", parts: [0.5, 0.2, 0.3, 0.2], expected: 4 },
  ])("returns the parts of $name", ({ parts, expected }) => {
    expect(tatumsOf(parts)).toBe(expected);
  });

  it("returns three in a compound metre", () => {
    const { onsets } = rhythmOf(clickTrack({ bpm: BPM, seconds: 4 }));

    expect(tatumsPerBeat(beats, onsets, true)).toBe(3);
  });

  it("returns null where there are no two beats", () => {
    const { onsets } = rhythmOf(clickTrack({ bpm: BPM, seconds: 4 }));

    expect(tatumsPerBeat(Float64Array.of(0.3), onsets, false)).toBeNull();
  });
});
