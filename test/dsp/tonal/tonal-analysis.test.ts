import { ensemble } from "../../signals/ensemble.js";
import { cadences, playNotes, tonalFeaturesOf, whiteNoise } from "./harmonic-music.js";

const keys = (["major", "minor"] as const).flatMap((mode) =>
  Array.from({ length: 12 }, (_, tonic) => ({ tonic, mode })),
);

describe("TonalAnalysis", () => {
  it.each(keys)("finds the key of cadences in tonic $tonic $mode", ({ tonic, mode }) => {
    const music = cadences({ tonic, mode });

    const { key, mode: found } = tonalFeaturesOf(music);

    expect([key.value, found.value]).toEqual([tonic, mode === "major" ? 1 : 0]);
  });

  // Within 5 cents: a frame's bins are 20 cents wide at the melody's pitch.
  it.each([-45, -30, 0, 20, 40])("finds the key and a tuning of %d cents", (tuningCents) => {
    const music = cadences({ tonic: 2, mode: "major", tuningCents });

    const { key, mode, tuning } = tonalFeaturesOf(music);

    expect([key.value, mode.value]).toEqual([2, 1]);
    expect(Math.abs(tuning.value! - tuningCents)).toBeLessThan(5);
  });

  it("does not depend on how loud the recording is", () => {
    const music = cadences({ tonic: 9, mode: "minor" });

    const loud = tonalFeaturesOf(music);
    const quiet = tonalFeaturesOf(music.map((sample) => 0.05 * sample));

    expect(quiet.key.value).toBe(loud.key.value);
    expect(quiet.key.confidence).toBeCloseTo(loud.key.confidence, 3);
    expect(quiet.tuning.value).toBeCloseTo(loud.tuning.value!, 1);
  });

  it("shows a single note in its pitch class, and much less in the others", () => {
    const note = playNotes([{ pitch: 64, startSeconds: 0, seconds: 3 }], 3);

    const { chroma } = tonalFeaturesOf(note);

    expect(chroma[4]).toBe(1);
    expect(Math.max(...chroma.filter((_, i) => i !== 4))).toBeLessThan(0.6);
  });

  it("ignores a constant offset and clipping", () => {
    const music = cadences({ tonic: 7, mode: "major" });
    const damaged = music.map((sample) => Math.max(-0.2, Math.min(0.2, sample)) + 0.3);

    const { key, mode } = tonalFeaturesOf(damaged);

    expect([key.value, mode.value]).toEqual([7, 1]);
  });

  it.each([
    ["silence", new Float32Array(11025 * 5)],
    ["one sample", Float32Array.of(0.5)],
    ["nothing at all", new Float32Array(0)],
    ["a constant", new Float32Array(11025 * 5).fill(0.5)],
    ["noise", whiteNoise(20)],
    ["half a second of noise", whiteNoise(0.5)],
  ])("finds neither key nor tuning in %s", (_, samples) => {
    const { key, mode, tuning } = tonalFeaturesOf(samples);

    expect([key.value, mode.value, tuning.value]).toEqual([null, null, null]);
    expect([key.confidence, mode.confidence, tuning.confidence]).toEqual([0, 0, 0]);
  });

  it.each([120, 150, 180])("finds no key in drums alone at %d BPM", (bpm) => {
    const drums = ensemble({
      bpm,
      beatsPerBar: 4,
      seconds: 12,
      hasNotes: false,
      sampleRate: 11025,
    });

    const { key, mode, localKeys } = tonalFeaturesOf(drums);

    expect([key.value, mode.value, localKeys]).toEqual([null, null, []]);
  });

  it("distinguishes a note from noise of any length by the prominence of semitones", () => {
    const note = playNotes([{ pitch: 64, startSeconds: 0, seconds: 3 }], 3);

    const [short, long, pitched] = [whiteNoise(0.5), whiteNoise(20), note].map(
      (samples) => tonalFeaturesOf(samples).semitoneProminence,
    );

    // Half a second has only three frames, among which the share varies by a fifth.
    expect(Math.abs(short! - long!)).toBeLessThan(0.03);
    expect(long).toBeLessThan(0.16);
    expect(pitched).toBeGreaterThan(0.5);
  });

  it("is less sure of the key of a bare fifth than of cadences", () => {
    const fifth = playNotes(
      [
        { pitch: 48, startSeconds: 0, seconds: 6 },
        { pitch: 55, startSeconds: 0, seconds: 6 },
      ],
      6,
    );

    const bare = tonalFeaturesOf(fifth);
    const full = tonalFeaturesOf(cadences({ tonic: 0, mode: "major" }));

    expect(bare.mode.confidence).toBeLessThan(full.mode.confidence);
  });
});
