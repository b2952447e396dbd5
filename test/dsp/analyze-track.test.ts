import { TrackAnalyzer, analyzeTrack, type TrackFeatures } from "../../src/dsp/index.js";
import { ensemble } from "../signals/ensemble.js";
import { constant, silence, sine, whiteNoise } from "../signals/plain-signals.js";

const MUSICAL = ["tempo", "key", "mode", "timeSignature"] as const;

const piece = { bpm: 128, beatsPerBar: 4, tonic: 9, mode: "minor", seconds: 16 } as const;

function valuesOf({ estimates }: TrackFeatures): (number | null)[] {
  return Object.values(estimates).map(({ value }) => value);
}

/** Rounded values of the estimates that must not depend on the representation of the audio. */
function musicalValuesOf({ estimates }: TrackFeatures): (number | null)[] {
  return MUSICAL.map((name) => estimates[name].value).map((value) => value && Math.round(value));
}

describe("analyzeTrack", () => {
  it("finds tempo, key, mode and metre of a piece at 44.1 kHz in stereo", () => {
    const left = ensemble({ ...piece, sampleRate: 44_100 });
    const right = left.map((sample) => 0.8 * sample);

    const features = analyzeTrack([left, right], 44_100);

    expect(features.durationSeconds).toBe(16);
    expect(musicalValuesOf(features)).toEqual([128, 9, 0, 4]);
  });

  it("finds them for a waltz in D major", () => {
    const waltz = ensemble({ bpm: 90, beatsPerBar: 3, tonic: 2, mode: "major", seconds: 24 });

    const features = analyzeTrack([waltz], 22_050);

    expect(musicalValuesOf(features)).toEqual([90, 2, 1, 3]);
  });

  it("returns for every estimate a confidence in [0, 1], and 0 when there is no value", () => {
    const features = analyzeTrack([ensemble(piece)], 22_050);

    for (const { value, confidence } of Object.values(features.estimates)) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(value === null).toBe(confidence === 0);
    }
  });

  it.each([8000, 16_000, 48_000, 96_000, 192_000])(
    "does not depend on a sample rate of %d Hz",
    (sampleRate) => {
      const features = analyzeTrack([ensemble({ ...piece, sampleRate })], sampleRate);

      expect(musicalValuesOf(features)).toEqual([128, 9, 0, 4]);
    },
  );

  it("does not depend on the sizes of the blocks", () => {
    const samples = ensemble({ ...piece, seconds: 8 });
    const analyzer = new TrackAnalyzer({ sampleRate: 22_050, channelCount: 1 });
    const pieceLengths = [1, 4096, 50_000, 0, 333];

    for (let start = 0, turn = 0; start < samples.length; turn++) {
      const end = start + pieceLengths[turn % pieceLengths.length]!;
      analyzer.push([samples.subarray(start, end)]);
      start = end;
    }
    const cut = analyzer.finish();

    expect(cut).toEqual(analyzeTrack([samples], 22_050));
  });

  it("measures the same in one channel as in two equal ones, but for the loudness", () => {
    const samples = ensemble({ ...piece, seconds: 8 });

    const { estimates: mono, timeline: overTime } = analyzeTrack([samples], 22_050);
    const { estimates: stereo, timeline } = analyzeTrack([samples, samples], 22_050);

    expect(stereo.loudness.value! - mono.loudness.value!).toBeCloseTo(3.01, 2);
    for (const [name, { value }] of Object.entries(mono)) {
      if (name === "loudness" || value === null) continue;
      expect([name, stereo[name as keyof typeof stereo].value]).toEqual([
        name,
        expect.closeTo(value, 6),
      ]);
    }
    timeline.energy.values.forEach((value, index) => {
      expect(value).toBeCloseTo(overTime.energy.values[index]!, 6);
    });
  });

  it("analyses inverted stereo", () => {
    const samples = ensemble(piece);

    const features = analyzeTrack([samples, samples.map((sample) => -sample)], 22_050);

    expect(musicalValuesOf(features)).toEqual([128, 9, 0, 4]);
  });

  it("counts damaged samples as silence", () => {
    const samples = ensemble(piece);
    for (let i = 0; i < samples.length; i += 40_000) samples[i] = i % 80_000 === 0 ? NaN : Infinity;

    const features = analyzeTrack([samples], 22_050);

    expect(musicalValuesOf(features)).toEqual([128, 9, 0, 4]);
    expect(valuesOf(features).every((value) => value === null || Number.isFinite(value))).toBe(
      true,
    );
  });

  it.each([
    ["silence", silence({ seconds: 8 })],
    ["one sample", new Float32Array([0.3])],
    ["no sample", new Float32Array(0)],
    ["white noise", whiteNoise({ seconds: 8 })],
    ["a constant", constant({ seconds: 8 })],
  ])("has no tempo, key, mode or metre for %s", (_, samples) => {
    const features = analyzeTrack([samples], 22_050);

    expect(musicalValuesOf(features)).toEqual([null, null, null, null]);
    expect(features.beats).toHaveLength(0);
    expect(valuesOf(features).every((value) => value === null || Number.isFinite(value))).toBe(
      true,
    );
  });

  it("has no values for silence", () => {
    const { estimates } = analyzeTrack([silence({ seconds: 8 })], 22_050);

    const known = Object.entries(estimates).filter(([, { value }]) => value !== null);
    expect(known).toEqual([]);
  });

  it("measures loudness and peak in the units of the standard", () => {
    const tone = sine({ seconds: 5, sampleRate: 48_000, frequencyHz: 997, gain: 0.1 });

    const { estimates } = analyzeTrack([tone], 48_000);

    // BS.1770-4: a full-scale sine of 997 Hz in one channel reads -3.01 LUFS.
    expect(estimates.loudness.value).toBeCloseTo(-23.01, 1);
    expect(estimates.truePeak.value).toBeCloseTo(-20, 1);
  });

  it("survives clipping", () => {
    const clipped = ensemble({ ...piece, gain: 20 }).map((sample) =>
      Math.max(-1, Math.min(1, sample)),
    );

    expect(analyzeTrack([clipped], 22_050).estimates.tempo.value).toBeCloseTo(128, 0);
  });

  it.each([0, -1, NaN])("refuses a rate of %d Hz", (sampleRate) => {
    expect(() => analyzeTrack([new Float32Array(4)], sampleRate)).toThrow(RangeError);
  });

  it("refuses audio without channels, and channels of different lengths", () => {
    expect(() => analyzeTrack([], 44_100)).toThrow(RangeError);
    expect(() => analyzeTrack([new Float32Array(4), new Float32Array(5)], 44_100)).toThrow(
      RangeError,
    );
  });
});
