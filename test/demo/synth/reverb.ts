/** Two channels of equal length, full scale ±1. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const DELAYS_SECONDS = [0.0297, 0.0371, 0.0411, 0.0437, 0.0523, 0.0577, 0.0613, 0.0677];
const PREDELAY_SECONDS = 0.012;
const DAMPING = 0.35;

/**
 * Returns the reverberation of a mono signal, in two channels.
 *
 * @param send mono, any length
 * @param seconds reverberation time, in which the level falls by 60 dB, > 0
 *
 * Source: J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial
 * Reverberators", AES Convention 90, 1991 (feedback delay network). The feedback matrix is the
 * Householder reflection I - 2/N, which keeps energy.
 */
export function reverberated(send: Float32Array, seconds: number, sampleRate: number): Stereo {
  const lines = DELAYS_SECONDS.map((delay) => ({
    samples: new Float64Array(Math.round(delay * sampleRate)),
    gain: Math.pow(10, (-3 * delay) / seconds),
    position: 0,
    dull: 0,
  }));
  const left = new Float32Array(send.length);
  const right = new Float32Array(send.length);
  const predelay = Math.round(PREDELAY_SECONDS * sampleRate);
  const heard = new Float64Array(lines.length);
  for (let index = 0; index < send.length; index++) {
    let sum = 0;
    for (const [order, line] of lines.entries()) {
      const sample = line.samples[line.position] ?? 0;
      line.dull += (1 - DAMPING) * (sample - line.dull);
      heard[order] = line.gain * line.dull;
      sum += heard[order] ?? 0;
    }
    const reflected = (2 / lines.length) * sum;
    const dry = send[index - predelay] ?? 0;
    for (const [order, line] of lines.entries()) {
      const sample = heard[order] ?? 0;
      line.samples[line.position] = dry + sample - reflected;
      line.position = (line.position + 1) % line.samples.length;
      const side = order % 2 === 0 ? left : right;
      side[index] = (side[index] ?? 0) + 0.5 * (order % 4 < 2 ? sample : -sample);
    }
  }
  return { left, right };
}
