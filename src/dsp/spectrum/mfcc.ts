/**
 * Mel-frequency cepstral coefficients 1 to `count` of one frame; coefficient 0, the level, is left out.
 *
 * Gain does not change them, as it shifts all bands alike.
 *
 * Source: S. Davis and P. Mermelstein, "Comparison of Parametric Representations for Monosyllabic
 * Word Recognition", IEEE TASSP 28(4), 1980; orthonormal DCT-II of mel bands in dB.
 */
export class Mfcc {
  /** Coefficients of the last frame, dB; overwritten by the next `read`. */
  readonly coefficients: Float32Array;
  readonly #basis: Float32Array;

  /** @param bandCount, count integers >= 1 */
  constructor(bandCount: number, count: number) {
    this.coefficients = new Float32Array(count);
    this.#basis = cepstralBasis(bandCount, count);
  }

  /** @param bandDecibels level of each mel band, dB relative to any reference */
  read(bandDecibels: Float32Array): void {
    const basis = this.#basis;
    for (let c = 0, i = 0; c < this.coefficients.length; c++) {
      let sum = 0;
      for (let b = 0; b < bandDecibels.length; b++, i++) sum += basis[i]! * bandDecibels[b]!;
      this.coefficients[c] = sum;
    }
  }
}

/** Returns the weight of each band in each of the coefficients: count x bandCount. */
export function cepstralBasis(bandCount: number, count: number): Float32Array {
  return Float32Array.from({ length: count * bandCount }, (_, i) => {
    const [coefficient, band] = [Math.floor(i / bandCount) + 1, i % bandCount];
    return Math.sqrt(2 / bandCount) * Math.cos((Math.PI * coefficient * (band + 0.5)) / bandCount);
  });
}
