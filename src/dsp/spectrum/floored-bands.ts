import { Logarithms } from "../kernel/logarithms.js";
import { MEL_BAND_COUNT } from "./mel-bands.js";

/** Keeps the logarithm finite where all energy lies outside the bands. */
const MIN_POWER = 1e-30;
/** Decibels in a doubling of power. */
export const DECIBELS_PER_DOUBLING = 10 * Math.log10(2);

/**
 * Levels of the mel bands of one frame at a time, with a lower limit relative to the mean power of the bands
 * of that frame, so that gain shifts all of them alike.
 *
 * Reuses its memory: read the properties before the next frame.
 */
export class FlooredBands {
  /** Level of each band, dB with an arbitrary zero. */
  readonly decibels = new Float32Array(MEL_BAND_COUNT);
  /** Geometric over arithmetic mean of the band powers, dB, <= 0; 0 for a flat spectrum. */
  flatnessDecibels = 0;
  /** Mean rise of the bands since the previous frame, dB, >= 0. */
  fluxDecibels = 0;

  readonly #logarithms = new Logarithms(MEL_BAND_COUNT);

  /** @param floor lower limit of a band's power relative to the mean of its frame, in (0, 1) */
  constructor(private readonly floor: number) {}

  /** @param bands magnitude of each mel band of the next frame, >= 0 */
  read(bands: Float32Array): void {
    const { decibels } = this;
    const { values, results } = this.#logarithms;
    let power = 0;
    for (let b = 0; b < MEL_BAND_COUNT; b++) power += bands[b]! * bands[b]!;
    const mean = Math.max(MIN_POWER, power / MEL_BAND_COUNT);
    const least = this.floor * mean;
    for (let b = 0; b < MEL_BAND_COUNT; b++) values[b] = bands[b]! * bands[b]! + least;
    this.#logarithms.compute();
    let [sum, rise] = [0, 0];
    for (let b = 0; b < MEL_BAND_COUNT; b++) {
      const level = DECIBELS_PER_DOUBLING * results[b]!;
      const before = decibels[b]!;
      decibels[b] = level;
      sum += level;
      if (level > before) rise += level - before;
    }
    this.flatnessDecibels = sum / MEL_BAND_COUNT - 10 * Math.log10(mean);
    this.fluxDecibels = rise / MEL_BAND_COUNT;
  }
}
