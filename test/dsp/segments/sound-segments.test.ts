import { analyzeTrack } from "../../../src/dsp/index.js";
import type { SegmentFeatures } from "../../../src/dsp/segments/segment-features.js";
import { onsetPeaks, segmentStarts } from "../../../src/dsp/segments/sound-segments.js";
import { SAMPLE_RATE, silence, sine } from "../../signals/plain-signals.js";

const NOTE_SECONDS = 0.75;

/** C4, E4, G4, each quieter than the one before. */
const NOTES = [
  { frequencyHz: 261.63, gain: 0.8, pitchClass: 0 },
  { frequencyHz: 329.63, gain: 0.4, pitchClass: 4 },
  { frequencyHz: 392, gain: 0.2, pitchClass: 7 },
] as const;

/** Decaying notes with five partials, over and over, after `lead` seconds of silence. */
function melody(seconds: number, lead = 0): Float32Array {
  const samples = silence({ seconds });
  for (let index = 0; lead + index * NOTE_SECONDS < seconds - 0.1; index++) {
    const { frequencyHz, gain } = NOTES[index % NOTES.length]!;
    const start = Math.round((lead + index * NOTE_SECONDS) * SAMPLE_RATE);
    for (const partial of [1, 2, 3, 4, 5]) {
      const note = sine({
        seconds: NOTE_SECONDS,
        frequencyHz: partial * frequencyHz,
        gain: (0.4 * gain) / partial,
      });
      note.forEach((value, i) => {
        const decayed = value * Math.exp(-i / (0.2 * SAMPLE_RATE));
        if (start + i < samples.length) samples[start + i]! += decayed;
      });
    }
  }
  return samples;
}

function segmentsOf(samples: Float32Array): readonly SegmentFeatures[] {
  return analyzeTrack([samples], SAMPLE_RATE).timeline.segments;
}

describe("soundSegments", () => {
  const segments = segmentsOf(melody(12, 0.5));

  it("starts a segment at each note, to 20 ms, after one from the start of the recording", () => {
    expect(segments[0]?.startSeconds).toBe(0);
    expect(segments).toHaveLength(17);
    segments.slice(1).forEach(({ startSeconds }, index) => {
      expect(Math.abs(startSeconds - (0.5 + index * NOTE_SECONDS))).toBeLessThan(0.02);
    });
  });

  it("has no gaps, and ends with the recording", () => {
    segments.slice(1).forEach(({ startSeconds }, index) => {
      expect(startSeconds).toBe(segments[index]?.endSeconds);
    });
    expect(segments.at(-1)?.endSeconds).toBe(12);
  });

  it("measures levels: the loudest frame soon after the start, and the notes 6 dB apart", () => {
    const [first, second, third] = segments.slice(1);

    expect(first!.maxLevelSeconds).toBeLessThan(0.06);
    expect(first!.maxLevel).toBeGreaterThan(first!.endLevel + 10);
    expect(Math.abs(first!.maxLevel - second!.maxLevel - 6)).toBeLessThan(1);
    expect(Math.abs(second!.maxLevel - third!.maxLevel - 6)).toBeLessThan(1);
  });

  it("reads the pitch class of a note as the strongest", () => {
    const strongest = segments.slice(1).map(({ pitches }) => pitches.indexOf(1));

    const expected = strongest.map((_, index) => NOTES[index % NOTES.length]!.pitchClass);
    const right = strongest.filter((pitch, index) => pitch === expected[index]);
    expect(right.length).toBeGreaterThanOrEqual(14);
  });

  it("keeps timbre when only the gain changes", () => {
    const quiet = segmentsOf(melody(12, 0.5).map((value) => value / 10));

    const steps = segments.map(({ timbre }, index) =>
      Math.max(...timbre.map((value, i) => Math.abs(value - quiet[index]!.timbre[i]!))),
    );
    expect(quiet).toHaveLength(segments.length);
    expect(Math.max(...steps.slice(1))).toBeLessThan(1);
  });

  it("has one segment with zeros in silence, and none in less than a second", () => {
    const [only, ...others] = segmentsOf(silence({ seconds: 5 }));

    expect(others).toEqual([]);
    expect(only).toMatchObject({ startSeconds: 0, endSeconds: 5, maxLevel: -75 });
    expect([...only!.pitches, ...only!.timbre].every((value) => value === 0)).toBe(true);
    expect(segmentsOf(silence({ seconds: 0.5 }))).toEqual([]);
  });
});

describe("segmentStarts", () => {
  const frameRate = 86;

  /** Onset strength with peaks of given heights, four frames apart or as given. */
  function onsetsOf(heights: readonly number[], distance = 8) {
    const total = new Float32Array(distance * (heights.length + 2));
    heights.forEach((height, index) => (total[distance * (index + 1)] = height));
    return { frameRate, frameCount: total.length, registers: [], total };
  }

  it("trusts strong onsets more than weak ones", () => {
    const [, weak, strong] = segmentStarts(onsetsOf([1, 6]));

    expect(strong!.confidence).toBeGreaterThan(weak!.confidence);
    expect(weak!.confidence).toBeGreaterThan(0);
    expect(strong!.confidence).toBeLessThan(1);
  });

  it("keeps the stronger of two onsets within 50 ms", () => {
    expect(onsetPeaks(onsetsOf([2, 3], 3)).map(({ height }) => height)).toEqual([3]);
  });

  it("keeps the 10,000 strongest of more onsets", () => {
    const heights = Array.from({ length: 12_000 }, (_, index) => 1 + ((index * 7919) % 12_000));

    const starts = segmentStarts(onsetsOf(heights));

    expect(starts.length).toBeLessThanOrEqual(10_000);
    expect(starts.length).toBeGreaterThan(9_990);
    expect(Math.min(...onsetPeaks(onsetsOf(heights)).map(({ height }) => height))).toBeGreaterThan(
      2_000,
    );
  });
});
