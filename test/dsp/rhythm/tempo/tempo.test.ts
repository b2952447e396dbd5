import { clickTrack } from "../../../signals/click-track.js";
import { ensemble } from "../../../signals/ensemble.js";
import {
  brownNoise,
  constant,
  silence,
  sine,
  whiteNoise,
  withSilence,
} from "../../../signals/plain-signals.js";
import { rhythmOf } from "../rhythm-of.js";

/** A major chord held throughout. */
function heldChord(seconds: number): Float32Array {
  const notes = [220, 277.18, 329.63].map((frequencyHz) =>
    sine({ seconds, frequencyHz, gain: 0.1 }),
  );
  return notes[0]!.map((_, i) => notes.reduce((sum, note) => sum + note[i]!, 0));
}

/** Returns samples with the precision of a 16-bit file. */
function inSixteenBits(samples: Float32Array): Float32Array {
  return samples.map((sample) => Math.round(32_767 * sample) / 32_767);
}

describe("tempo", () => {
  it.each([75, 90, 120, 128, 140, 174])("is %d BPM for a click track at that rate", (bpm) => {
    const { tempo } = rhythmOf(clickTrack({ bpm, seconds: 20 }));

    // The longest lag of 12 beats is known to a quarter of a frame: 0.1 % of a beat and less.
    expect(Math.abs(tempo.value! - bpm)).toBeLessThan(0.3);
  });

  it.each([
    [128, 4],
    [90, 3],
    [100, 4],
    [150, 4],
    [120, 3],
    [130, 5],
    [120, 7],
  ])("is %d BPM for an ensemble in %d at that rate", (bpm, beatsPerBar) => {
    const { tempo } = rhythmOf(ensemble({ bpm, beatsPerBar, seconds: 24 }));

    expect(Math.abs(tempo.value! - bpm)).toBeLessThan(0.3);
  });

  it("names half or double the tempo among the other candidates", () => {
    const { tempo, tempoRivals } = rhythmOf(ensemble({ bpm: 128, beatsPerBar: 4, seconds: 24 }));

    expect(tempo.value).toBeCloseTo(128, 0);
    expect(tempoRivals.some(({ bpm }) => Math.abs(bpm - 64) < 1)).toBe(true);
  });

  it("ranks the other candidates by confidence, below its own, with a sum of at most 1", () => {
    const { tempo, tempoRivals } = rhythmOf(ensemble({ bpm: 90, beatsPerBar: 4, seconds: 24 }));

    const confidences = [tempo.confidence, ...tempoRivals.map(({ confidence }) => confidence)];
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(confidences.reduce((sum, confidence) => sum + confidence)).toBeLessThanOrEqual(1);
  });

  it("does not depend on how loud the recording is", () => {
    const quiet = rhythmOf(ensemble({ bpm: 110, beatsPerBar: 4, seconds: 20, gain: 0.01 }));
    const loud = rhythmOf(ensemble({ bpm: 110, beatsPerBar: 4, seconds: 20 }));

    expect(quiet.tempo.value!).toBeCloseTo(loud.tempo.value!, 1);
  });

  it("does not depend on when the music starts", () => {
    const early = rhythmOf(ensemble({ bpm: 110, beatsPerBar: 4, seconds: 20 }));
    const late = rhythmOf(ensemble({ bpm: 110, beatsPerBar: 4, seconds: 20, offsetSeconds: 0.37 }));

    expect(late.tempo.value!).toBeCloseTo(early.tempo.value!, 0);
  });

  it("does not depend on silence around the music", () => {
    const music = ensemble({ bpm: 110, beatsPerBar: 4, seconds: 20 });

    const bare = rhythmOf(music);
    const surrounded = rhythmOf(withSilence(music, 5, 10));

    expect(surrounded.tempo.value!).toBeCloseTo(bare.tempo.value!, 1);
    expect(surrounded.tempo.confidence).toBeCloseTo(bare.tempo.confidence, 1);
    expect(surrounded.pulseClarity).toBeCloseTo(bare.pulseClarity, 1);
    expect(surrounded.beatEmphasis).toBeCloseTo(bare.beatEmphasis, 1);
  });

  it("follows the speed of the recording", () => {
    const bpm = 100;
    const played = ensemble({ bpm, beatsPerBar: 4, seconds: 20 });
    const faster = played.filter((_, i) => i % 5 !== 0);

    const { tempo } = rhythmOf(faster);

    expect(Math.abs(tempo.value! - bpm * 1.25)).toBeLessThan(1);
  });

  it("is found in distorted music", () => {
    const clipped = ensemble({ bpm: 128, beatsPerBar: 4, seconds: 20, gain: 20 }).map((sample) =>
      Math.max(-1, Math.min(1, sample)),
    );

    const { tempo } = rhythmOf(clipped);

    expect(Math.abs(tempo.value! - 128)).toBeLessThan(0.5);
  });

  it.each([
    ["silence", silence({ seconds: 10 })],
    ["a constant", constant({ seconds: 10 })],
    ["a steady tone", sine({ seconds: 10, frequencyHz: 440 })],
    ["a low tone", sine({ seconds: 20, frequencyHz: 60 })],
    ["a tone in 16 bits", inSixteenBits(sine({ seconds: 20, frequencyHz: 997 }))],
    ["a held chord", heldChord(20)],
    ["a held chord in 16 bits", inSixteenBits(heldChord(20))],
    ["a held chord with silence around", withSilence(heldChord(10), 2, 5)],
    ["white noise", whiteNoise({ seconds: 10 })],
    ["brown noise", brownNoise({ seconds: 10 })],
    ["one second of music", ensemble({ bpm: 120, beatsPerBar: 4, seconds: 1 })],
    ["one sample", new Float32Array([0.5])],
    ["no sample at all", new Float32Array(0)],
  ])("is unknown in %s, like beats and metre", (_, samples) => {
    const { tempo, tempoRivals, beats, downbeats, timeSignature } = rhythmOf(samples);

    expect(tempo).toMatchObject({ value: null, confidence: 0 });
    expect(timeSignature).toMatchObject({ value: null, confidence: 0 });
    expect([tempoRivals.length, beats.length, downbeats.length]).toEqual([0, 0, 0]);
  });

  it("is the same in every run", () => {
    const samples = ensemble({ bpm: 97, beatsPerBar: 4, seconds: 10 });

    expect(rhythmOf(samples)).toEqual(rhythmOf(samples));
  });
});
