import { asDoubles, kernel, kernelArrays } from "../kernel/kernel.js";

/** Analogue prototypes whose digital filters have the coefficients of BS.1770 at 48 kHz. */
const SHELF = {
  cutoffHz: 1681.974450955533,
  gainDecibels: 3.999843853973347,
  q: 0.7071752369554196,
};
const SHELF_BAND_EXPONENT = 0.4996667741545416;
const HIGH_PASS = { cutoffHz: 38.13547087602444, q: 0.5003270373238773 };
/** Gain of the standard's high-pass, whose numerator is (1, -2, 1) at 48 kHz, far above its cut-off. */
const HIGH_PASS_GAIN = 1.0049947;
/** States below this are set to zero, since arithmetic on denormal numbers is slow. */
const INAUDIBLE = 1e-25;
/** Samples that the kernel weights at once. */
const BLOCK_LENGTH = 4096;
/** Channels that the kernel weights at once, and states of the two filters for each. */
const GROUP = 2;
const STATE_COUNT = 4;

/**
 * K-weighting of the channels of a stream: a shelving filter for the effect of the head and a high-pass.
 *
 * Source: ITU-R BS.1770-4, annex 1. The standard tabulates 48 kHz only; other rates are designed
 * from the analogue prototypes that B. De Man derived ("Evaluation of Implementations of the EBU
 * R128 Loudness Measurement", AES Convention 145, 2018), by bilinear transform. A
 * tone of 1 kHz reads the same within 0.1 LU from 16 kHz up, within 0.2 LU at 8 kHz.
 */
export class KWeighting {
  readonly #coefficients: Float64Array;
  /** Of each group of channels. */
  readonly #states: readonly Float64Array[];
  readonly #samples: readonly [Float32Array, Float32Array];
  readonly #kernelCoefficients: Float64Array;
  readonly #kernelStates: Float64Array;
  readonly #energies: Float64Array;

  /** @param sampleRate Hz, > 0; below 3400 Hz the shelf is moved down to keep the filter stable */
  constructor(sampleRate: number, channelCount: number) {
    this.#coefficients = Float64Array.from([
      ...shelfCoefficients(sampleRate),
      ...highPassCoefficients(sampleRate),
    ]);
    this.#states = Array.from(
      { length: Math.ceil(channelCount / GROUP) },
      () => new Float64Array(GROUP * STATE_COUNT),
    );
    const [first, second, coefficients, states, energies] = kernelArrays([
      BLOCK_LENGTH,
      BLOCK_LENGTH,
      2 * this.#coefficients.length,
      2 * GROUP * STATE_COUNT,
      2 * GROUP,
    ]);
    this.#samples = [first, second];
    this.#kernelCoefficients = asDoubles(coefficients);
    this.#kernelStates = asDoubles(states);
    this.#energies = asDoubles(energies);
  }

  /**
   * Adds the energy (sum of squares) of each channel from sample `start` to `end` after weighting.
   *
   * @param energies of the samples before, one per channel; adding to them gives the same result for any block
   *   lengths
   */
  addEnergies(
    channels: readonly Float32Array[],
    start: number,
    end: number,
    energies: Float64Array,
  ): void {
    this.#states.forEach((states, group) => {
      const first = GROUP * group;
      // A channel without a second is weighted twice.
      const pair = [channels[first]!, channels[first + 1] ?? channels[first]!] as const;
      for (let at = start; at < end; at += BLOCK_LENGTH) {
        const sums = energies.subarray(first, first + GROUP);
        this.#addBlock(pair, [at, Math.min(end, at + BLOCK_LENGTH)], states, sums);
      }
    });
  }

  #addBlock(
    pair: readonly [Float32Array, Float32Array],
    [start, end]: readonly [number, number],
    states: Float64Array,
    sums: Float64Array,
  ): void {
    pair.forEach((channel, lane) => {
      this.#samples[lane]!.set(channel.subarray(start, end));
    });
    this.#kernelCoefficients.set(this.#coefficients);
    this.#kernelStates.set(states);
    this.#energies.set(sums);
    kernel().addWeightedEnergies(
      this.#samples[0].byteOffset,
      this.#samples[1].byteOffset,
      end - start,
      this.#kernelCoefficients.byteOffset,
      this.#kernelStates.byteOffset,
      this.#energies.byteOffset,
    );
    for (let i = 0; i < states.length; i++) states[i] = settled(this.#kernelStates[i]!);
    sums.set(this.#energies.subarray(0, sums.length));
  }
}

function settled(state: number): number {
  return Math.abs(state) < INAUDIBLE ? 0 : state;
}

/** Numerator, with the gain of the high-pass behind it, and the two feedback coefficients. */
function shelfCoefficients(sampleRate: number): [number, number, number, number, number] {
  const cutoffHz = Math.min(SHELF.cutoffHz, 0.49 * sampleRate);
  const k = Math.tan((Math.PI * cutoffHz) / sampleRate);
  const high = 10 ** (SHELF.gainDecibels / 20);
  const band = high ** SHELF_BAND_EXPONENT;
  const scale = 1 + k / SHELF.q + k * k;
  const gain = highPassGain(sampleRate) / scale;
  return [
    gain * (high + (band * k) / SHELF.q + k * k),
    gain * 2 * (k * k - high),
    gain * (high - (band * k) / SHELF.q + k * k),
    (2 * (k * k - 1)) / scale,
    (1 - k / SHELF.q + k * k) / scale,
  ];
}

/** The two feedback coefficients; the numerator is (1, -2, 1). */
function highPassCoefficients(sampleRate: number): [number, number] {
  const k = highPassWarp(sampleRate);
  const scale = highPassScale(k);
  return [(2 * (k * k - 1)) / scale, (1 - k / HIGH_PASS.q + k * k) / scale];
}

function highPassGain(sampleRate: number): number {
  return HIGH_PASS_GAIN / highPassScale(highPassWarp(sampleRate));
}

function highPassWarp(sampleRate: number): number {
  return Math.tan((Math.PI * HIGH_PASS.cutoffHz) / sampleRate);
}

function highPassScale(warp: number): number {
  return 1 + warp / HIGH_PASS.q + warp * warp;
}
