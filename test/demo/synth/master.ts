import { filter } from "./filter.js";
import type { Stereo } from "./reverb.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { abs, ceil, exp, max, min, pow, round, sqrt } = Math;

const CEILING = 0.8;
const LOOKAHEAD_SECONDS = 0.004;
const RELEASE_SECONDS = 0.12;

/**
 * Returns the mastered mix: low frequencies removed, scaled to a loudness, and kept below -1.9 dB full scale,
 * so that lossy coding does not overshoot full scale.
 *
 * @param loudnessDecibels root mean square of the loud half of the piece above 80 Hz, dB re
 * full scale; about 1 dB above its LUFS
 */
export function mastered(mix: Stereo, loudnessDecibels: number, sampleRate: number): Stereo {
  const left = withoutRumble(mix.left, sampleRate);
  const right = withoutRumble(mix.right, sampleRate);
  const gain = pow(10, loudnessDecibels / 20) / loudness({ left, right }, sampleRate);
  return limited(
    { left: left.map((sample) => gain * sample), right: right.map((sample) => gain * sample) },
    sampleRate,
  );
}

function withoutRumble(samples: Float32Array, sampleRate: number): Float32Array {
  const shape = filter("high", sampleRate);
  return samples.map((sample) => shape(sample, 28));
}

/** Root mean square of both channels over the louder half of the 0.4 s blocks. */
function loudness({ left, right }: Stereo, sampleRate: number): number {
  const high = [filter("high", sampleRate), filter("high", sampleRate)] as const;
  const block = round(0.4 * sampleRate);
  const powers: number[] = [];
  let sum = 0;
  for (let index = 0; index < left.length; index++) {
    const one = high[0](left[index] ?? 0, 80);
    const other = high[1](right[index] ?? 0, 80);
    sum += one * one + other * other;
    if (index % block === block - 1) {
      powers.push(sum / block);
      sum = 0;
    }
  }
  const loud = powers.sort((a, b) => b - a).slice(0, ceil(powers.length / 2));
  return sqrt(loud.reduce((total, power) => total + power, 0) / loud.length);
}

/** Limiter: lowers the gain shortly before a peak and raises it again afterwards. */
function limited({ left, right }: Stereo, sampleRate: number): Stereo {
  const lookahead = round(LOOKAHEAD_SECONDS * sampleRate);
  const recover = 1 - exp(-1 / (RELEASE_SECONDS * sampleRate));
  const wanted = left.map((sample, index) => {
    const peak = max(abs(sample), abs(right[index] ?? 0));
    return peak > CEILING ? CEILING / peak : 1;
  });
  const ahead = wanted.map((_, index) => {
    let lowest = 1;
    for (let near = index; near <= index + lookahead; near++) {
      lowest = min(lowest, wanted[near] ?? 1);
    }
    return lowest;
  });
  let gain = 1;
  const gains = ahead.map((min) => {
    gain = min < gain ? min : gain + recover * (min - gain);
    return gain;
  });
  const smooth = averaged(gains, lookahead);
  return {
    left: left.map((sample, index) => sample * (smooth[index] ?? 1)),
    right: right.map((sample, index) => sample * (smooth[index] ?? 1)),
  };
}

/** The mean of each value and the `count - 1` before it: no step in the gain, so no click. */
function averaged(values: Float32Array, count: number): Float32Array {
  let sum = count * (values[0] ?? 1);
  return values.map((value, index) => {
    sum += value - (values[max(0, index - count)] ?? 1);
    return sum / count;
  });
}
