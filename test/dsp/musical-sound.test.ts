import { analyzeTrack } from "../../src/dsp/analyze-track.js";
import { DESCRIPTOR_NAMES } from "../../src/dsp/descriptors/descriptor-analysis.js";
import { ensemble } from "../signals/ensemble.js";
import { brownNoise, SAMPLE_RATE, sine, whiteNoise } from "../signals/plain-signals.js";

// Bound here because Jest looks up every global slowly, and this runs millions of times.
const { PI, exp, sin } = Math;

/** Ten seconds of soft tones of a second each, one after another. */
function melody(): Float32Array {
  const samples = new Float32Array(10 * SAMPLE_RATE);
  [392, 440, 494, 392, 523, 494, 440, 330, 294, 392].forEach((hz, startSeconds) => {
    const note = sine({ frequencyHz: hz, seconds: 1, gain: 0.2 });
    const start = startSeconds * SAMPLE_RATE;
    note.forEach((value, i) => (samples[start + i] = value * exp((-3 * i) / SAMPLE_RATE)));
  });
  return samples;
}

/** A tone with a vibrato of 5.5 Hz and this many cents in both directions. */
function vibrato(options: {
  readonly frequencyHz: number;
  readonly cents: number;
  readonly seconds: number;
}): Float32Array {
  const { frequencyHz, cents, seconds } = options;
  const depth = (frequencyHz * (2 ** (cents / 1200) - 1)) / 5.5;
  return new Float32Array(seconds * SAMPLE_RATE).map((_, i) => {
    const time = i / SAMPLE_RATE;
    return 0.5 * sin(2 * PI * frequencyHz * time + depth * sin(2 * PI * 5.5 * time));
  });
}

const tone = (frequencyHz: number): Float32Array => sine({ frequencyHz, seconds: 6, gain: 0.2 });

const mixed = (a: Float32Array, b: Float32Array, gain: number): Float32Array =>
  a.map((sample, i) => sample + gain * b[i]!);

describe("The analysis", () => {
  it.each<[string, Float32Array]>([
    ["110 Hz", tone(110)],
    ["440 Hz", tone(440)],
    ["2 kHz", tone(2000)],
    ["440 Hz at -60 dB", sine({ frequencyHz: 440, seconds: 6, gain: 0.001 })],
    ["440 Hz with a vibrato", vibrato({ frequencyHz: 440, cents: 20, seconds: 8 })],
    ["1 kHz with a deep vibrato", vibrato({ frequencyHz: 1000, cents: 60, seconds: 8 })],
    ["a fifth", mixed(sine({ frequencyHz: 440, seconds: 6 }), tone(660), 1)],
    ["the two tones of a telephone's key", mixed(tone(697), tone(1209), 1)],
    ["a held chord", [330, 392, 523].reduce((sum, hz) => mixed(sum, tone(hz), 1), tone(262))],
    ["a tone in noise", mixed(tone(440), whiteNoise({ seconds: 6 }), 0.1)],
    ["white noise", whiteNoise({ seconds: 5 })],
    ["long white noise", whiteNoise({ seconds: 30 })],
    ["brown noise", brownNoise({ seconds: 10 })],
  ])(
    "has no key, mood, danceability or approachability for %s, but its other descriptors",
    (_, samples) => {
      const { estimates, timeline } = analyzeTrack([samples], SAMPLE_RATE);

      const found = DESCRIPTOR_NAMES.filter((name) => estimates[name].value !== null);
      expect(found).toEqual(["energy", "liveness", "instrumentalness", "speechiness"]);
      expect([estimates.key.value, estimates.mode.value]).toEqual([null, null]);
      expect(timeline.localKeys).toEqual([]);
      expect(timeline.sections.map(({ key }) => key.value)).toEqual(
        timeline.sections.map(() => null),
      );
    },
  );

  it.each<[string, Float32Array]>([
    ["a single line", melody()],
    ["drums alone", ensemble({ bpm: 100, beatsPerBar: 4, seconds: 12, hasNotes: false })],
  ])("finds every descriptor of %s", (_, samples) => {
    const { estimates } = analyzeTrack([samples], SAMPLE_RATE);

    expect(DESCRIPTOR_NAMES.filter((name) => estimates[name].value === null)).toEqual([]);
  });
});
