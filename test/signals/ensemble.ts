import { SAMPLE_RATE } from "./plain-signals.js";
import { seededRandom } from "./random.js";

const { PI, cos, exp, min, sin } = Math;

/** A piece for drums, bass and chords. */
export interface EnsembleOptions {
  readonly bpm: number;
  /** Beats in a bar: 2 to 7. */
  readonly beatsPerBar: number;
  readonly seconds: number;
  /** Pitch class of the tonic, C = 0; default 9 (A). */
  readonly tonic?: number;
  /** Default "minor". */
  readonly mode?: "major" | "minor";
  /** Parts of a beat that hi-hat and chords play: default 2; 3 for compound time. */
  readonly subdivision?: number;
  readonly sampleRate?: number;
  readonly gain?: number;
  /** Seconds before the first bar; default 0. */
  readonly offsetSeconds?: number;
  /** Whether the drums play; default true. */
  readonly hasDrums?: boolean;
  /** Whether bass and chords play; default true. */
  readonly hasNotes?: boolean;
}

/** Semitones of the chords' roots above the tonic, one a bar: home, fourth, fifth, home. */
const PROGRESSION = [0, 5, 7, 0] as const;
/** The fifth is major in both modes: its leading note distinguishes minor from its relative major. */
const CHORDS = {
  major: { 0: [0, 4, 7], 5: [5, 9, 12], 7: [7, 11, 14] },
  minor: { 0: [0, 3, 7], 5: [5, 8, 12], 7: [7, 11, 14] },
} as const;

/**
 * Kick on the first beat (and the third of four), snare on the back beats, hi-hat on every
 * subdivision, a bass note and a new chord in every bar, chords struck again on the beats between.
 */
export function ensemble(options: EnsembleOptions): Float32Array {
  const { bpm, beatsPerBar, seconds, subdivision = 2, offsetSeconds = 0 } = options;
  const stage = new Stage(options);
  const beat = 60 / bpm;
  for (let index = 0; offsetSeconds + index * beat < seconds; index++) {
    const time = offsetSeconds + index * beat;
    const position = index % beatsPerBar;
    const bar = Math.floor(index / beatsPerBar);
    if (options.hasNotes !== false) {
      stage.playChord(time, bar, position === 0 ? 0.09 : 0.05, beat);
      if (position === 0) stage.playBass(time, bar, beat * Math.min(2, beatsPerBar - 1));
    }
    if (options.hasDrums === false) continue;
    if (position === 0 || (beatsPerBar === 4 && position === 2)) stage.playKick(time);
    else if (beatsPerBar !== 4 || position % 2 === 1)
      stage.playSnare(time, beatsPerBar === 3 ? 0.12 : 0.25);
    for (let part = 0; part < subdivision; part++) {
      stage.playHat(time + (part * beat) / subdivision, part === 0 ? 0.08 : 0.05);
    }
  }
  return stage.samples;
}

/** Returns the times of the beats of `ensemble`, seconds. */
export function ensembleBeats({ bpm, seconds, offsetSeconds = 0 }: EnsembleOptions): number[] {
  const count = Math.ceil(((seconds - offsetSeconds) * bpm) / 60);
  return Array.from({ length: count }, (_, i) => offsetSeconds + (i * 60) / bpm);
}

/** A sound of known length: its samples from the stroke on, as a function of seconds. */
interface Sound {
  readonly seconds: number;
  readonly wave: (seconds: number) => number;
}

const PARTIALS = [1, 0.5, 0.35, 0.2, 0.12, 0.08];

/** The instruments, and the samples to which they add. Each sound is computed once. */
class Stage {
  readonly samples: Float32Array;
  readonly #sampleRate: number;
  readonly #gain: number;
  readonly #tonic: number;
  readonly #mode: "major" | "minor";
  readonly #sounds = new Map<string, Float32Array>();
  readonly #random = seededRandom(7);

  constructor({
    seconds,
    sampleRate = SAMPLE_RATE,
    gain = 1,
    tonic = 9,
    mode = "minor",
  }: EnsembleOptions) {
    this.samples = new Float32Array(Math.round(seconds * sampleRate));
    this.#sampleRate = sampleRate;
    this.#gain = gain;
    this.#tonic = tonic;
    this.#mode = mode;
  }

  playKick(time: number): void {
    this.#play(time, 0.5, "kick", () => ({
      seconds: 0.18,
      wave: (t) => sin(2 * PI * (50 * t + 3 * (1 - exp(-t / 0.02)))) * exp(-t / 0.06),
    }));
  }

  playSnare(time: number, level: number): void {
    this.#play(time, level, "snare", () => ({
      seconds: 0.15,
      wave: (t) => (this.#random() + 0.5 * sin(2 * PI * 190 * t)) * exp(-t / 0.04),
    }));
  }

  playHat(time: number, level: number): void {
    this.#play(time, level, "hat", () => {
      let before = 0;
      const bright = (): number => {
        const noise = this.#random();
        const difference = noise - before;
        before = noise;
        return difference;
      };
      return { seconds: 0.05, wave: (t) => bright() * exp(-t / 0.015) };
    });
  }

  playBass(time: number, bar: number, seconds: number): void {
    const root = this.#root(bar);
    this.#playNote(time, 36 + this.#tonic + (root > 5 ? root - 12 : root), 0.2, seconds);
  }

  playChord(time: number, bar: number, level: number, seconds: number): void {
    const chords: Readonly<Record<number, readonly number[]>> = CHORDS[this.#mode];
    for (const step of chords[this.#root(bar)] ?? []) {
      this.#playNote(time, 48 + this.#tonic + step, level, seconds);
    }
  }

  #root(bar: number): number {
    return PROGRESSION[bar % PROGRESSION.length] ?? 0;
  }

  /** A plucked note of six partials at a MIDI pitch. */
  #playNote(time: number, pitch: number, level: number, seconds: number): void {
    const radians = 2 * PI * 440 * 2 ** ((pitch - 69) / 12);
    this.#play(time, level, `note ${pitch} ${seconds}`, () => ({
      seconds,
      wave: (t) => {
        // sin((n + 1) x) = 2 cos(x) sin(n x) - sin((n - 1) x), because a sine takes most of the time.
        const doubledCosine = 2 * cos(radians * t);
        let [before, partial, sum] = [0, sin(radians * t), 0];
        for (const level of PARTIALS) {
          sum += level * partial;
          [before, partial] = [partial, doubledCosine * partial - before];
        }
        return sum * min(1, t / 0.004) * exp(-t / 0.5) * min(1, (seconds - t) / 0.02);
      },
    }));
  }

  #play(time: number, level: number, name: string, describe: () => Sound): void {
    const sound = this.#sounds.get(name) ?? this.#render(describe());
    this.#sounds.set(name, sound);
    const start = Math.round(time * this.#sampleRate);
    const end = Math.min(sound.length, this.samples.length - start);
    for (let i = 0; i < end; i++) this.samples[start + i]! += this.#gain * level * sound[i]!;
  }

  #render({ seconds, wave }: Sound): Float32Array {
    const samples = new Float32Array(Math.round(seconds * this.#sampleRate));
    for (let i = 0; i < samples.length; i++) samples[i] = wave(i / this.#sampleRate);
    return samples;
  }
}
