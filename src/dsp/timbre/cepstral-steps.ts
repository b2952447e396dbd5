import { CEPSTRAL_COUNT } from "../spectrum/floored-bands.js";
import { GrowingSeries } from "./growing-series.js";

/** Frames of 11.6 ms in a step: 70 ms, less than a syllable. */
export const FRAMES_PER_CEPSTRAL_STEP = 6;

/**
 * Mel-frequency cepstral coefficients over time, as means of `FRAMES_PER_CEPSTRAL_STEP` frames, for a stream of any length.
 *
 * Stores 48 bytes per step. Frames of an incomplete last step are left out.
 */
export class CepstralSteps {
  readonly #series = Array.from({ length: CEPSTRAL_COUNT }, () => new GrowingSeries());
  readonly #sums = new Float64Array(CEPSTRAL_COUNT);
  #pendingFrames = 0;

  /** @param coefficients of the next frame that has sound, dB */
  add(coefficients: Float32Array): void {
    const sums = this.#sums;
    for (let c = 0; c < CEPSTRAL_COUNT; c++) sums[c]! += coefficients[c]!;
    this.#pendingFrames += 1;
    if (this.#pendingFrames < FRAMES_PER_CEPSTRAL_STEP) return;
    for (let c = 0; c < CEPSTRAL_COUNT; c++)
      this.#series[c]!.add(sums[c]! / FRAMES_PER_CEPSTRAL_STEP);
    sums.fill(0);
    this.#pendingFrames = 0;
  }

  /** Each coefficient over the steps so far, dB; views that may be out of date after the next `add`. */
  toArrays(): Float32Array[] {
    return this.#series.map((series) => series.toArray());
  }
}
