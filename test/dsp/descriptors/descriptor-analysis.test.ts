import { analyzeTrack } from "../../../src/dsp/analyze-track.js";
import {
  DESCRIPTOR_NAMES,
  type DescriptorName,
} from "../../../src/dsp/descriptors/descriptor-analysis.js";
import { ensemble } from "../../signals/ensemble.js";
import { constant, sine, withSilence } from "../../signals/plain-signals.js";

const SAMPLE_RATE = 22_050;
const { PI, sin } = Math;

/** Deterministic noise, uniform in (-1, 1), `seconds` long. */
function noise(seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (state * 16807) % 2147483647;
    samples[i] = state / 1073741823.5 - 1;
  }
  return samples;
}

/** Adds a tone that starts at `startSeconds` and decays at the rate `decay` per second. */
function addTone(
  samples: Float32Array,
  {
    hz,
    startSeconds,
    decay,
    gain,
  }: { hz: number; startSeconds: number; decay: number; gain: number },
): void {
  const turn = (2 * Math.PI * hz) / SAMPLE_RATE;
  const fade = Math.exp(-decay / SAMPLE_RATE);
  const [stepCosine, stepSine] = [fade * Math.cos(turn), fade * Math.sin(turn)];
  let [cosine, sine] = [gain, 0];
  const end = Math.min(samples.length, Math.round((startSeconds + 8 / decay) * SAMPLE_RATE));
  for (let i = Math.round(startSeconds * SAMPLE_RATE); i < end; i++) {
    samples[i]! += sine;
    const next = cosine * stepCosine - sine * stepSine;
    sine = sine * stepCosine + cosine * stepSine;
    cosine = next;
  }
}

/** A kick on every beat, noise between, a bass, a held chord: 10 s at 120 BPM. */
function danceLoop(): Float32Array {
  const samples = new Float32Array(10 * SAMPLE_RATE);
  const hiss = noise(10);
  for (let beat = 0; beat < 20; beat++) {
    addTone(samples, { hz: 60, startSeconds: beat / 2, decay: 15, gain: 0.6 });
    addTone(samples, { hz: 110, startSeconds: beat / 2 + 0.25, decay: 8, gain: 0.3 });
    for (const hz of [440, 554, 659, 880, 1109, 1319, 1760]) {
      addTone(samples, { hz, startSeconds: beat / 2, decay: 1, gain: 0.04 });
    }
    const from = Math.round((beat / 2 + 0.25) * SAMPLE_RATE);
    for (let i = 0; i < 3000; i++) samples[from + i]! += 0.3 * hiss[from + i]! * (1 - i / 3000);
  }
  return samples;
}

/** A soft chord of slow swells: 10 s. */
function pad(): Float32Array {
  const samples = new Float32Array(10 * SAMPLE_RATE);
  for (let swell = 0; swell < 4; swell++) {
    for (const hz of [131, 165, 196, 262, 393, 524, 786]) {
      addTone(samples, { hz, startSeconds: 2.5 * swell, decay: 0.7, gain: 0.02 });
    }
  }
  return samples;
}

/** Claps of forty hands, each a burst of noise with resonances of its own: 10 s. */
function applause(): Float32Array {
  const samples = new Float32Array(10 * SAMPLE_RATE);
  const random = noise(10);
  for (let hand = 0; hand < 40; hand++) {
    const at = (i: number): number => (random[97 * hand + i]! + 1) / 2;
    const period = 0.2 + 0.15 * at(0);
    for (let clap = 0; clap * period < 9.5; clap++) {
      const startSeconds = (clap + 0.3 * at(clap + 10)) * period;
      for (let tone = 1; tone <= 3; tone++)
        addTone(samples, { hz: 700 + 1900 * at(tone), startSeconds, decay: 250, gain: 0.1 });
      const from = Math.round(startSeconds * SAMPLE_RATE);
      for (let i = 0; i < 600; i++)
        samples[from + i]! += 0.3 * random[from + hand + i]! * Math.exp(-i / 100);
    }
  }
  return samples;
}

/**
 * Syllables at four a second, with pauses: harmonics under a formant that swell as softly as a mouth
 * opens and closes, and glide: 10 s.
 */
function syllables(): Float32Array {
  const samples = new Float32Array(10 * SAMPLE_RATE);
  const length = Math.round(0.2 * SAMPLE_RATE);
  for (let syllable = 0; syllable < 40; syllable++) {
    if (syllable % 7 === 6 || syllable % 11 === 10) continue;
    const start = Math.round((syllable / 4 + 0.02 * (syllable % 3)) * SAMPLE_RATE);
    const voice = 110 + ((syllable * 37) % 40);
    const glide = syllable % 2 === 0 ? 0.3 : -0.2;
    for (let partial = 1; partial <= 20; partial++) {
      const formant = Math.exp(-(((partial * voice - 900 - 50 * (syllable % 9)) / 500) ** 2));
      const turn = (2 * PI * partial * voice) / SAMPLE_RATE;
      for (let i = 0, phase = 0; i < length; i++) {
        phase += turn * (1 + (glide * i) / length);
        samples[start + i]! += (0.02 + 0.1 * formant) * sin((PI * i) / length) ** 2 * sin(phase);
      }
    }
  }
  return samples;
}

/** The dance loop and the pad, and their descriptors; tests do not change them. */
const loopSamples = danceLoop();
const loop = describeSound(loopSamples);
const soft = describeSound(pad());

function describeSound(samples: Float32Array, gain = 1): Record<DescriptorName, number | null> {
  const { estimates } = analyzeTrack([samples.map((sample) => gain * sample)], SAMPLE_RATE);
  return Object.fromEntries(
    DESCRIPTOR_NAMES.map((name) => [name, estimates[name].value]),
  ) as Record<DescriptorName, number | null>;
}

const mixed = (a: Float32Array, b: Float32Array, gain: number): Float32Array =>
  a.map((sample, i) => sample + gain * b[i]!);

describe("DescriptorAnalysis", () => {
  it("has more energy, danceability and arousal for a dance loop than for a pad", () => {
    expect(loop.energy).toBeGreaterThan(soft.energy! + 0.2);
    expect(loop.danceability).toBeGreaterThan(soft.danceability! + 0.3);
    expect(loop.arousal).toBeGreaterThan(soft.arousal! + 0.1);
    expect(soft.happy).toBeLessThan(loop.happy!);
  });

  it("detects speech in syllables and pauses, not in music", () => {
    const speech = describeSound(syllables());

    expect(speech.speechiness).toBeGreaterThan(0.5);
    expect(loop.speechiness).toBeLessThan(0.3);
    expect(soft.speechiness).toBeLessThan(0.1);
  });

  it.each([70, 90, 120, 165])("detects no speech in drums alone at %d BPM", (bpm) => {
    const drums = ensemble({ bpm, beatsPerBar: 4, seconds: 12, hasNotes: false });

    const { speechiness } = describeSound(drums);

    expect(speechiness).toBeLessThan(0.2);
  });

  it.each([60, 220, 440, 997, 3000])(
    "detects no speech in a steady tone of %d Hz",
    (frequencyHz) => {
      const tone = sine({ frequencyHz, seconds: 6 });

      const { speechiness } = describeSound(tone);

      expect(speechiness).toBeLessThan(0.1);
    },
  );

  it("detects no speech in a tone with a tremolo", () => {
    const tremolo = sine({ frequencyHz: 2, seconds: 10, gain: 0.4 });
    const tone = sine({ frequencyHz: 440, seconds: 10 }).map((v, i) => (0.5 + tremolo[i]!) * v);

    const { speechiness } = describeSound(tone);

    expect(speechiness).toBeLessThan(0.2);
  });

  it("detects a voice that is mixed into music", () => {
    const sung = describeSound(mixed(loopSamples, syllables(), 1));

    expect(sung.instrumentalness).toBeLessThan(loop.instrumentalness! - 0.1);
  });

  it("detects applause that is mixed into music, and no audience in hiss", () => {
    const live = describeSound(mixed(loopSamples, applause(), 1));
    const hissing = describeSound(mixed(loopSamples, noise(10), 0.05));

    expect(live.liveness).toBeGreaterThan(0.5);
    expect(hissing.liveness).toBeLessThan(0.3);
  });

  it("changes with gain in energy alone, which rises", () => {
    const { energy: loud, ...rest } = loop;
    const { energy: quiet, ...others } = describeSound(loopSamples, 0.25);

    expect(loud).toBeGreaterThan(quiet! + 0.1);
    for (const [name, value] of Object.entries(rest)) {
      expect([name, others[name as keyof typeof others]]).toEqual([
        name,
        expect.closeTo(value!, 1),
      ]);
    }
  });

  it("changes with gain in energy alone where music fades out", () => {
    const { length } = loopSamples;
    const decibelsAt = (i: number): number => -70 * Math.max(0, (i / length - 0.8) / 0.2);
    const fading = loopSamples.map((sample, i) => sample * 10 ** (decibelsAt(i) / 20));
    const { energy: loud, ...rest } = describeSound(fading, 4);
    const { energy: quiet, ...others } = describeSound(fading, 0.4);

    expect(loud).toBeGreaterThan(quiet! + 0.1);
    for (const [name, value] of Object.entries(rest)) {
      expect(Math.abs(others[name as keyof typeof others]! - value!)).toBeLessThan(0.02);
    }
  });

  it.each([
    [2, 0],
    [0, 10],
    [5, 10],
  ])("hardly changes with %d s of silence before and %d s after", (before, after) => {
    const surrounded = describeSound(withSilence(loopSamples, before, after));

    for (const name of DESCRIPTOR_NAMES) {
      expect(Math.abs(surrounded[name]! - loop[name]!)).toBeLessThan(0.035);
    }
  });

  it("keeps every descriptor in [0, 1] for music, a clipped mess and a constant offset", () => {
    const changed = [
      loopSamples.map((sample) => Math.max(-1, Math.min(1, 50 * sample))),
      loopSamples.map((sample) => sample + 0.5),
    ].map((samples) => describeSound(samples));

    const values = [loop, ...changed].flatMap((sound) => Object.values(sound));

    expect(values.every((value) => value !== null && value >= 0 && value <= 1)).toBe(true);
  });

  it.each([
    ["silence", new Float32Array(5 * SAMPLE_RATE)],
    ["one sample", Float32Array.of(0.5)],
    ["nothing at all", new Float32Array(0)],
    ["half a second of noise", noise(0.5)],
    ["a constant offset", constant({ seconds: 5 })],
  ])("has no descriptors for %s", (_, samples) => {
    const values = Object.values(describeSound(samples));

    expect(values).toEqual(DESCRIPTOR_NAMES.map(() => null));
  });

  it("returns the method of each, and a low confidence for heuristics", () => {
    const { estimates } = analyzeTrack([loopSamples], SAMPLE_RATE);

    const heuristics = DESCRIPTOR_NAMES.map((name) => estimates[name]).filter(
      ({ method }) => method === "heuristic",
    );

    expect(heuristics.length).toBeGreaterThan(0);
    expect(heuristics.every(({ confidence }) => confidence > 0 && confidence <= 0.5)).toBe(true);
  });
});
