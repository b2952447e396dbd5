import { seededRandom } from "./random.js";

// Bound here because Jest looks up every global slowly, and this runs millions of times.
const { PI, sin } = Math;

/** Default sample rate of signals, Hz. */
export const SAMPLE_RATE = 22_050;

/** Options of every signal. */
export interface SignalOptions {
  readonly seconds: number;
  /** Hz; default 22 050. */
  readonly sampleRate?: number;
  /** Maximum magnitude; default 0.5. */
  readonly gain?: number;
}

/** Returns silence. */
export function silence({ seconds, sampleRate = SAMPLE_RATE }: SignalOptions): Float32Array {
  return new Float32Array(Math.round(seconds * sampleRate));
}

/** Samples at 22 050 Hz with silence before and after them. */
export function withSilence(
  samples: Float32Array,
  secondsBefore: number,
  secondsAfter: number,
): Float32Array {
  const before = Math.round(secondsBefore * SAMPLE_RATE);
  const after = Math.round(secondsAfter * SAMPLE_RATE);
  const padded = new Float32Array(before + samples.length + after);
  padded.set(samples, before);
  return padded;
}

/** Returns a constant signal. */
export function constant(options: SignalOptions): Float32Array {
  return silence(options).fill(options.gain ?? 0.5);
}

/** A sine that starts at phase 0. */
export function sine({
  frequencyHz,
  ...options
}: SignalOptions & { frequencyHz: number }): Float32Array {
  const { sampleRate = SAMPLE_RATE, gain = 0.5 } = options;
  return silence(options).map((_, i) => gain * sin((2 * PI * frequencyHz * i) / sampleRate));
}

/** Noise of equal power at all frequencies. */
export function whiteNoise({
  seed = 1,
  ...options
}: SignalOptions & { seed?: number }): Float32Array {
  const random = seededRandom(seed);
  return silence(options).map(() => (options.gain ?? 0.5) * random());
}

/** Noise whose power falls with the square of frequency, levelled off below 50 Hz. */
export function brownNoise({
  seed = 1,
  ...options
}: SignalOptions & { seed?: number }): Float32Array {
  const random = seededRandom(seed);
  const keep = Math.exp((-2 * Math.PI * 50) / (options.sampleRate ?? SAMPLE_RATE));
  let value = 0;
  return silence(options).map(() => {
    value = keep * value + 0.1 * random();
    return (options.gain ?? 0.5) * value;
  });
}
