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

/**
 * K-weighting of one channel of a stream: a shelving filter for the effect of the head and a high-pass.
 *
 * Source: ITU-R BS.1770-4, annex 1. The standard tabulates 48 kHz only; other rates are designed
 * from the analogue prototypes that B. De Man derived ("Evaluation of Implementations of the EBU
 * R128 Loudness Measurement", AES Convention 145, 2018), by bilinear transform. A
 * tone of 1 kHz reads the same within 0.1 LU from 16 kHz up, within 0.2 LU at 8 kHz.
 */
export class KWeighting {
  readonly #shelf: readonly [number, number, number, number, number];
  readonly #highPass: readonly [number, number];
  #s1 = 0;
  #s2 = 0;
  #h1 = 0;
  #h2 = 0;

  /** @param sampleRate Hz, > 0; below 3400 Hz the shelf is moved down to keep the filter stable */
  constructor(sampleRate: number) {
    this.#shelf = shelfCoefficients(sampleRate);
    this.#highPass = highPassCoefficients(sampleRate);
  }

  /**
   * Returns `sum` plus the energy (sum of squares) of `samples` from `start` to `end` after weighting.
   *
   * @param sum energy of the samples before; passing it on gives the same result for any block lengths
   */
  addEnergy(sum: number, samples: Float32Array, start: number, end: number): number {
    const [b0, b1, b2, a1, a2] = this.#shelf;
    const [c1, c2] = this.#highPass;
    let s1 = this.#s1;
    let s2 = this.#s2;
    let h1 = this.#h1;
    let h2 = this.#h2;
    let energy = sum;
    for (let i = start; i < end; i++) {
      const shelfState = samples[i]! - a1 * s1 - a2 * s2;
      const shelved = b0 * shelfState + b1 * s1 + b2 * s2;
      s2 = s1;
      s1 = shelfState;
      const passState = shelved - c1 * h1 - c2 * h2;
      const weighted = passState - 2 * h1 + h2;
      h2 = h1;
      h1 = passState;
      energy += weighted * weighted;
    }
    this.#s1 = settled(s1);
    this.#s2 = settled(s2);
    this.#h1 = settled(h1);
    this.#h2 = settled(h2);
    return energy;
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
