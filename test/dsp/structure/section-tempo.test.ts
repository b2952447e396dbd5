import { sectionTempo } from "../../../src/dsp/structure/sections.js";
import { clickTrack } from "../../signals/click-track.js";
import { ensemble } from "../../signals/ensemble.js";
import { rhythmOf } from "../rhythm/rhythm-of.js";

describe("sectionTempo", () => {
  const clicks = rhythmOf(clickTrack({ bpm: 120, seconds: 20 }));

  it("finds the tempo of a section by its onsets, whatever the beats", () => {
    const wrongBeats = { ...clicks, beats: clicks.beats.map((beat) => beat / 1.5) };

    expect(sectionTempo(clicks, 5, 15).value).toBeCloseTo(120, 0);
    expect(sectionTempo(wrongBeats, 5, 15).value).toBeCloseTo(120, 0);
  });

  it("prefers the octave of the beats when both fit", () => {
    const fast = rhythmOf(ensemble({ bpm: 160, beatsPerBar: 4, seconds: 30 }));
    const withBeats = (isKept: (index: number) => boolean): number | null => {
      const beats = Float64Array.from({ length: 80 }, (_, i) => (i * 60) / 160);
      return sectionTempo({ ...fast, beats: beats.filter((_, i) => isKept(i)) }, 0, 30).value;
    };

    expect(withBeats(() => true)).toBeCloseTo(160, 0);
    expect(withBeats((index) => index % 2 === 0)).toBeCloseTo(80, 0);
  });

  it("is null for fewer than five beats, and for a recording without a tempo", () => {
    const nothing = { value: null, confidence: 0 };

    expect(sectionTempo(clicks, 5, 7.1)).toEqual(nothing);
    expect(sectionTempo({ ...clicks, tempo: { ...clicks.tempo, value: null } }, 5, 15)).toEqual(
      nothing,
    );
  });
});
