import { asDoubles, kernel, kernelArrays } from "../kernel/kernel.js";
import { MEL_BAND_COUNT } from "./mel-bands.js";
import { cepstralBasis } from "./mfcc.js";

/** Decibels in a doubling of power. */
export const DECIBELS_PER_DOUBLING = 10 * Math.log10(2);
/** Mel-frequency cepstral coefficients of a frame; a multiple of 4. */
export const CEPSTRAL_COUNT = 12;

const BASIS = cepstralBasis(MEL_BAND_COUNT, CEPSTRAL_COUNT);
const FLOOR_COUNT = 2;
/** Doubles for each floor before the coefficients: the mean power, the sum of the levels and that of their rises. */
const SUM_COUNT = 3;

/**
 * Measures of the levels of the mel bands of one frame at a time, for each of two lower limits relative to the mean
 * power of the bands of that frame, so that gain shifts all levels alike.
 *
 * Reuses its memory: read the properties before the next frame. They have an entry for each of the two limits.
 */
export class FlooredBands {
  /** Geometric over arithmetic mean of the band powers, dB, <= 0; 0 for a flat spectrum. */
  readonly flatnessDecibels = new Float64Array(FLOOR_COUNT);
  /** Mean rise of the bands since the previous frame, dB, >= 0. */
  readonly fluxDecibels = new Float64Array(FLOOR_COUNT);
  /** Mel-frequency cepstral coefficients from 1 on, as `Mfcc` computes them, dB. */
  readonly coefficients: readonly [Float32Array, Float32Array] = [
    new Float32Array(CEPSTRAL_COUNT),
    new Float32Array(CEPSTRAL_COUNT),
  ];

  readonly #floors: Float64Array;
  /** The levels of the last frame, dB: bands x floors. */
  readonly #levels = new Float32Array(FLOOR_COUNT * MEL_BAND_COUNT);
  readonly #arrays = kernelArrays([
    MEL_BAND_COUNT,
    2 * FLOOR_COUNT,
    BASIS.length,
    2 * FLOOR_COUNT * MEL_BAND_COUNT,
    FLOOR_COUNT * MEL_BAND_COUNT,
    2 * FLOOR_COUNT * (SUM_COUNT + CEPSTRAL_COUNT),
  ]);
  readonly #kernelFloors = asDoubles(this.#arrays[1]);
  readonly #results = asDoubles(this.#arrays[5]);

  /** @param floors lower limits of a band's power relative to the mean of its frame, in (0, 1) */
  constructor(floors: readonly [number, number]) {
    this.#floors = Float64Array.from(floors);
  }

  /** @param bands magnitude of each mel band of the next frame, >= 0 */
  read(bands: Float32Array): void {
    const [kernelBands, floors, basis, work, levels, results] = this.#arrays;
    kernelBands.set(bands);
    this.#kernelFloors.set(this.#floors);
    basis.set(BASIS);
    levels.set(this.#levels);
    kernel().flooredCepstra(
      kernelBands.byteOffset,
      MEL_BAND_COUNT,
      floors.byteOffset,
      basis.byteOffset,
      CEPSTRAL_COUNT,
      work.byteOffset,
      levels.byteOffset,
      results.byteOffset,
    );
    this.#levels.set(levels);
    this.#take(this.#results);
  }

  #take(results: Float64Array): void {
    const meanDecibels = 10 * Math.log10(results[0]!);
    for (let floor = 0; floor < FLOOR_COUNT; floor++) {
      this.flatnessDecibels[floor] = results[FLOOR_COUNT + floor]! / MEL_BAND_COUNT - meanDecibels;
      this.fluxDecibels[floor] = results[2 * FLOOR_COUNT + floor]! / MEL_BAND_COUNT;
      const coefficients = this.coefficients[floor]!;
      for (let c = 0, i = SUM_COUNT * FLOOR_COUNT + floor; c < CEPSTRAL_COUNT; c++, i += 2) {
        coefficients[c] = results[i]!;
      }
    }
  }
}
