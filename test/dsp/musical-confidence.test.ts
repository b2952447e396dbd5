import { analyzeTrack } from "../../src/dsp/analyze-track.js";
import { trustedAsMusic } from "../../src/dsp/musical-confidence.js";
import type { TrackFeatures } from "../../src/dsp/track-features.js";
import { clickTrack } from "../signals/click-track.js";
import { ensemble } from "../signals/ensemble.js";
import { SAMPLE_RATE, silence, whiteNoise } from "../signals/plain-signals.js";
import { seededRandom } from "../signals/random.js";

const { exp } = Math;

const features = analyzeTrack([ensemble({ bpm: 120, beatsPerBar: 4, seconds: 20 })], SAMPLE_RATE);

/** All confidences of what only music has. */
function musicalConfidences({ estimates, tempoRivals, timeline }: TrackFeatures): number[] {
  const { tempo, key, mode, timeSignature, danceability, valence, happy } = estimates;
  return [
    ...[tempo, key, mode, timeSignature, danceability, valence, happy, ...tempoRivals],
    ...timeline.sections.flatMap((section) => [
      section.tempo,
      section.key,
      section.mode,
      section.timeSignature,
    ]),
    ...timeline.localKeys,
  ].map(({ confidence }) => confidence);
}

/** Hands that clap, each at a rate of its own: bursts of noise with a short decay. */
function applause(seconds: number): Float32Array {
  const noise = seededRandom(5);
  const random = (): number => (noise() + 1) / 2;
  const samples = new Float32Array(seconds * SAMPLE_RATE);
  for (let hand = 0; hand < 40; hand++) {
    const rate = 3 + 2 * random();
    for (let at = random(); at < seconds - 0.1; at += (0.8 + 0.4 * random()) / rate) {
      const start = Math.round(at * SAMPLE_RATE);
      const gain = 0.05 + 0.1 * random();
      for (let i = 0; i < 0.03 * SAMPLE_RATE; i++) {
        samples[start + i]! += gain * noise() * exp(-i / (0.006 * SAMPLE_RATE));
      }
    }
  }
  return samples;
}

/** Decaying bursts of noise at random times, two to three a second. */
function randomStrokes(seed: number): Float32Array {
  const random = seededRandom(seed);
  const noise = whiteNoise({ seconds: 0.05, seed });
  const samples = silence({ seconds: 20 });
  for (let time = 0; time < 29.9; time -= 0.4 * Math.log((random() + 1.001) / 2.001)) {
    const start = Math.round(time * SAMPLE_RATE);
    noise.forEach((value, i) => (samples[start + i]! += value * Math.exp(-i / 200)));
  }
  return samples;
}

describe("trustedAsMusic", () => {
  it("multiplies the confidences of what only music has, and changes no value", () => {
    const halved = trustedAsMusic(features, 0.5);

    expect(musicalConfidences(halved)).toEqual(
      musicalConfidences(features).map((confidence) => confidence / 2),
    );
    expect(halved.estimates.tempo.value).toBe(features.estimates.tempo.value);
    expect(halved.timeline.localKeys[0]!.modeConfidence).toBe(
      features.timeline.localKeys[0]!.modeConfidence / 2,
    );
  });

  it("leaves the confidences of what any sound has", () => {
    const { estimates } = trustedAsMusic(features, 0);

    for (const name of ["energy", "speechiness", "loudness", "truePeak", "tuning"] as const) {
      expect(estimates[name]).toEqual(features.estimates[name]);
    }
  });
});

describe("The analysis", () => {
  it("trusts the estimates of music", () => {
    expect(features.estimates.tempo.confidence).toBeGreaterThan(0.6);
    expect(features.estimates.happy.confidence).toBeGreaterThan(0.5);
  });

  it("trusts no tempo, key, metre or mood of applause", () => {
    const clapped = analyzeTrack([applause(15)], SAMPLE_RATE);

    expect(Math.max(...musicalConfidences(clapped))).toBeLessThan(0.3);
    expect(clapped.estimates.energy.confidence).toBe(features.estimates.energy.confidence);
  });

  it.each([
    ...[1, 2, 3].map(
      (seed) => [`strokes at random times, seed ${seed}`, randomStrokes(seed)] as const,
    ),
    ["clicks that are all equal", clickTrack({ bpm: 120, seconds: 20 })] as const,
  ])("trusts no metre and no bars of %s", (_, samples) => {
    const { estimates, downbeatConfidence } = analyzeTrack([samples], SAMPLE_RATE);

    expect(estimates.timeSignature.confidence).toBeLessThan(0.3);
    expect(downbeatConfidence).toBeLessThan(0.3);
  });
});
