import { detectBeats } from "../../../../src/dsp/rhythm/beats/beat-tracking.js";
import { clickTimes, clickTrack } from "../../../signals/click-track.js";
import { ensemble, ensembleBeats } from "../../../signals/ensemble.js";
import { withSilence } from "../../../signals/plain-signals.js";
import { rhythmOf } from "../rhythm-of.js";

/** The share of reference beats with a beat within the tolerance, and the reverse. */
function agreement(
  found: Float64Array,
  wanted: readonly number[],
  toleranceSeconds: number,
): number {
  const hits = wanted.filter((time) =>
    found.some((beat) => Math.abs(beat - time) <= toleranceSeconds),
  ).length;
  return hits / Math.max(found.length, wanted.length);
}

describe("beats", () => {
  it("fall on the clicks of a click track", () => {
    const track = { bpm: 120, seconds: 20, offsetSeconds: 0.3 };

    const { beats } = rhythmOf(clickTrack(track));

    // One frame is 12 ms.
    expect(agreement(beats, clickTimes(track), 0.012)).toBeGreaterThan(0.95);
  });

  it.each([
    [128, 4],
    [90, 3],
    [130, 5],
    [120, 7],
  ])("fall on the beats of an ensemble at %d BPM in %d", (bpm, beatsPerBar) => {
    const piece = { bpm, beatsPerBar, seconds: 24, offsetSeconds: 0.3 };

    const { beats } = rhythmOf(ensemble(piece));

    // A third of the published window of 70 ms.
    expect(agreement(beats, ensembleBeats(piece), 0.025)).toBeGreaterThan(0.95);
  });

  it("follow a tempo that rises by a tenth", () => {
    const track = { bpm: 110, seconds: 24, acceleration: 1.1 };

    const { beats } = rhythmOf(clickTrack(track));

    expect(agreement(beats, clickTimes(track), 0.025)).toBeGreaterThan(0.9);
  });

  it("bridge a break in the drums", () => {
    const track = { bpm: 120, seconds: 20 };
    const samples = clickTrack(track);
    samples.fill(0, 8 * 22_050, 11 * 22_050);

    const { beats } = rhythmOf(samples);

    // In the break, beats may be off by the published window of 70 ms.
    expect(agreement(beats, clickTimes(track), 0.07)).toBeGreaterThan(0.95);
    const heard = (time: number): boolean => time < 7.9 || time > 10.9;
    expect(agreement(beats.filter(heard), clickTimes(track).filter(heard), 0.03)).toBeGreaterThan(
      0.95,
    );
  });

  it("begin and end with the music, not with the file", () => {
    const music = ensemble({ bpm: 120, beatsPerBar: 4, seconds: 20 });

    const { beats, downbeats } = rhythmOf(withSilence(music, 5, 5));

    expect(beats[0]).toBeGreaterThan(4.9);
    expect(beats.at(-1)).toBeLessThan(25.5);
    expect(
      agreement(
        beats.map((time) => time - 5),
        clickTimes({ bpm: 120, seconds: 20 }),
        0.025,
      ),
    ).toBeGreaterThan(0.9);
    expect(downbeats.every((time) => beats.includes(time))).toBe(true);
  });

  it.each([
    [100, 26, 0.004],
    [128, 34, 0.004],
    [90, 24, 0],
  ])("at %d BPM stay within a file that is cut after %d beats and %d s", (bpm, count, rest) => {
    const seconds = (60 / bpm) * count + rest;

    const { beats } = rhythmOf(ensemble({ bpm, beatsPerBar: 4, seconds }));

    expect(beats[0]).toBeGreaterThanOrEqual(0);
    expect(beats.at(-1)).toBeLessThan(seconds);
  });

  it("are empty without onsets", () => {
    expect(detectBeats(new Float32Array(1000), 86, 120)).toHaveLength(0);
  });

  it("are empty for a curve shorter than a beat", () => {
    expect(detectBeats(new Float32Array(10).fill(1), 86, 120)).toHaveLength(0);
  });
});
