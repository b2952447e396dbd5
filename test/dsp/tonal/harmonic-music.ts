import { ShortTimeSpectrum } from "../../../src/dsp/spectrum/short-time-spectrum.js";
import { TonalAnalysis } from "../../../src/dsp/tonal/tonal-analysis.js";
import type { TonalFeatures } from "../../../src/dsp/tonal/tonal-analysis.js";

const SAMPLE_RATE = 11025;
/** Strengths of the partials of a plain plucked tone. */
const PARTIALS = [1, 0.5, 0.33, 0.2];

interface Note {
  /** MIDI number, with fraction. */
  readonly pitch: number;
  readonly startSeconds: number;
  readonly seconds: number;
}

/** Renders notes as samples of 11 025 Hz mono: four decaying partials each. */
export function playNotes(notes: readonly Note[], seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  for (const { pitch, startSeconds, seconds: length } of notes) {
    const from = Math.round(startSeconds * SAMPLE_RATE);
    const to = Math.min(samples.length, from + Math.round(length * SAMPLE_RATE));
    PARTIALS.forEach((strength, index) => {
      const hz = 440 * 2 ** ((pitch - 69) / 12) * (index + 1);
      const turn = (2 * Math.PI * hz) / SAMPLE_RATE;
      const decay = Math.exp(-2 / SAMPLE_RATE);
      const [stepCosine, stepSine] = [decay * Math.cos(turn), decay * Math.sin(turn)];
      let [cosine, sine] = [0.08 * strength, 0];
      for (let i = from; i < to; i++) {
        samples[i]! += sine;
        const next = cosine * stepCosine - sine * stepSine;
        sine = sine * stepCosine + cosine * stepSine;
        cosine = next;
      }
    });
  }
  return samples;
}

const SCALES = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
/** Scale degrees of the roots: I IV V I vi IV V I, and in minor i VI iv V i iv V i. */
const ROOTS = { major: [0, 3, 4, 0, 5, 3, 4, 0], minor: [0, 5, 3, 4, 0, 3, 4, 0] } as const;
const MELODY = [0, 2, 4, 2, 1, 0, 2, 4] as const;

/** Chords, bass and melody in one key, 12 s; `tuningCents` moves all of them. */
export function cadences({
  tonic,
  mode,
  tuningCents = 0,
}: {
  tonic: number;
  mode: "major" | "minor";
  tuningCents?: number;
}): Float32Array {
  const scale = SCALES[mode];
  const pitchOf = (degree: number, base: number): number =>
    base + tonic + scale[degree % 7]! + 12 * Math.floor(degree / 7) + tuningCents / 100;
  const notes = ROOTS[mode].flatMap((root, i): Note[] => {
    const [startSeconds, seconds] = [1.5 * i, 1.5];
    // In minor, the third of the dominant is raised, as in harmonic minor.
    const raised = mode === "minor" && root === 4 ? 1 : 0;
    return [
      { pitch: pitchOf(root, 36), startSeconds, seconds },
      { pitch: pitchOf(root, 48), startSeconds, seconds },
      { pitch: pitchOf(root + 2, 48) + raised, startSeconds, seconds },
      { pitch: pitchOf(root + 4, 48), startSeconds, seconds },
      { pitch: pitchOf(MELODY[i]! + 7, 60), startSeconds: startSeconds + 0.75, seconds: 0.75 },
    ];
  });
  return playNotes(notes, 12);
}

/** The tonal analysis of samples of 11 025 Hz mono. */
export function tonalFeaturesOf(samples: Float32Array): TonalFeatures {
  const analysis = new TonalAnalysis();
  const spectrum = new ShortTimeSpectrum({
    frameLength: 8192,
    hopLength: 2048,
    onFrame: (magnitudes) => {
      analysis.addFrame(magnitudes);
    },
  });
  spectrum.push(samples);
  spectrum.finish();
  return analysis.finish();
}

/** Deterministic white noise of 11 025 Hz mono, uniform in (-1, 1). */
export function whiteNoise(seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (state * 16807) % 2147483647;
    samples[i] = state / 1073741823.5 - 1;
  }
  return samples;
}
