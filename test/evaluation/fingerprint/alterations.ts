import { Resampler } from "../../../src/dsp/signal/resample.js";
import type { Choices } from "./made-up-piece.js";

/** What a recording is changed by, while it remains the same performance: each takes and returns samples at a rate. */
export type Alteration = (
  samples: Float32Array,
  sampleRate: number,
  choices: Choices,
) => Float32Array;

/** Another master: three bands of an equaliser moved by up to 6 dB, then compressed by a limiter. */
export const remastered: Alteration = (samples, sampleRate, choices) => {
  let altered: Float32Array = samples;
  for (const frequencyHz of [
    choices.between(80, 250),
    choices.between(400, 1200),
    choices.between(1500, 4000),
  ]) {
    altered = peakFilter(altered, frequencyHz / sampleRate, choices.between(-6, 6));
  }
  return limited(altered, choices.between(0.25, 0.6), sampleRate);
};

/** Three to eight seconds of fade at both ends. */
export const faded: Alteration = (samples, sampleRate, choices) => {
  const [rise, fall] = [choices.between(3, 8) * sampleRate, choices.between(3, 8) * sampleRate];
  return samples.map(
    (sample, i) => sample * Math.min(1, i / rise) * Math.min(1, (samples.length - i) / fall),
  );
};

/** Without two to fifteen seconds of its start, and up to ten of its end. */
export const trimmed: Alteration = (samples, sampleRate, choices) =>
  samples.slice(
    Math.round(choices.between(2, 15) * sampleRate),
    samples.length - Math.round(choices.between(0, 10) * sampleRate),
  );

/** Without eight to twenty seconds from its middle. */
export const cut: Alteration = (samples, sampleRate, choices) => {
  const start = Math.round(choices.between(0.3, 0.5) * samples.length);
  const end = start + Math.round(choices.between(8, 20) * sampleRate);
  const joined = new Float32Array(start + Math.max(0, samples.length - end));
  joined.set(samples.subarray(0, start));
  joined.set(samples.subarray(end), start);
  return joined;
};

/** Played faster or slower by one to four percent, as a turntable does. */
export const sped: Alteration = (samples, sampleRate, choices) => {
  const factor = 1 + choices.of([-1, 1]) * choices.between(0.01, 0.04);
  const resampler = new Resampler(Math.round(sampleRate * factor), sampleRate);
  const start = resampler.push(samples).slice();
  const end = resampler.finish();
  const joined = new Float32Array(start.length + end.length);
  joined.set(start);
  joined.set(end, start.length);
  return joined;
};

/**
 * A peak of two octaves' width.
 *
 * Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients", peaking EQ.
 */
function peakFilter(samples: Float32Array, frequency: number, decibels: number): Float32Array {
  const amplitude = 10 ** (decibels / 40);
  const turn = 2 * Math.PI * frequency;
  const alpha = Math.sin(turn) / (2 * 0.7);
  const scale = 1 + alpha / amplitude;
  const [b0, b1, b2] = [
    (1 + alpha * amplitude) / scale,
    (-2 * Math.cos(turn)) / scale,
    (1 - alpha * amplitude) / scale,
  ];
  const a2 = (1 - alpha / amplitude) / scale;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - b1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** Reduces what is above a level, with a release of 100 ms. */
function limited(samples: Float32Array, level: number, sampleRate: number): Float32Array {
  const release = Math.exp(-1 / (0.1 * sampleRate));
  let envelope = 0;
  return samples.map((sample) => {
    envelope = Math.max(Math.abs(sample), envelope * release);
    return envelope > level ? (sample * level) / envelope : sample;
  });
}
