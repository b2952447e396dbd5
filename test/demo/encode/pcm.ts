import type { Stereo } from "../synth/reverb.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { max, min, round } = Math;

/**
 * Converts sound to interleaved 16-bit integers; one channel is the mean of both.
 *
 * @returns channels x frames, [-32768, 32767]
 */
export function toPcm16({ left, right }: Stereo, channels: 1 | 2): Int16Array {
  const samples = new Int16Array(left.length * channels);
  for (let frame = 0; frame < left.length; frame++) {
    const one = left[frame] ?? 0;
    const other = right[frame] ?? 0;
    if (channels === 1) samples[frame] = to16(0.5 * (one + other));
    else {
      samples[2 * frame] = to16(one);
      samples[2 * frame + 1] = to16(other);
    }
  }
  return samples;
}

const to16 = (sample: number): number => max(-32_768, min(32_767, round(32_767 * sample)));
