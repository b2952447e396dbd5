import type { Random } from "./seeded-random.js";

/** One note to be played by a voice. */
export interface Note {
  /** Hz, > 0; drums ignore it. */
  readonly frequencyHz: number;
  /** How long the key is held, seconds, > 0. */
  readonly seconds: number;
  /** (0, 1]. */
  readonly velocity: number;
  readonly sampleRate: number;
  readonly random: Random;
}

/** An instrument: mono samples of one note, its release included, near ±1 at full velocity. */
export type Voice = (note: Note) => Float32Array;

/** A value over time, `seconds` from the start of the note. */
export type TimeFunction = (seconds: number) => number;

/** Samples of a formula of time, `seconds` long. */
export function sampled(seconds: number, sampleRate: number, value: TimeFunction): Float32Array {
  const samples = new Float32Array(Math.ceil(seconds * sampleRate));
  for (let index = 0; index < samples.length; index++) samples[index] = value(index / sampleRate);
  return samples;
}
