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
  readonly #basis: readonly Float32Array[];

  /** @param bandCount, count integers >= 1 */
  constructor(bandCount: number, count: number) {
    this.coefficients = new Float32Array(count);
    this.#basis = Array.from({ length: count }, (_, index) =>
      Float32Array.from(
        { length: bandCount },
        (__, band) =>
          Math.sqrt(2 / bandCount) * Math.cos((Math.PI * (index + 1) * (band + 0.5)) / bandCount),
      ),
    );
  }

  /** @param bandDecibels level of each mel band, dB relative to any reference */
  read(bandDecibels: Float32Array): void {
    for (let c = 0; c < this.coefficients.length; c++) {
      const basis = this.#basis[c]!;
      let sum = 0;
      for (let b = 0; b < basis.length; b++) sum += basis[b]! * bandDecibels[b]!;
      this.coefficients[c] = sum;
    }
  }
}
