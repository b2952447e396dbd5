import { BlockSeries, type Blocks } from "../signal/block-series.js";

export const COURSE_COEFFICIENT_COUNT = 12;
/** Index of each series in a row of `TimbreCourse`; the coefficients are last. */
export const COURSE = { count: 0, level: 1, flatness: 2, flux: 3, coefficients: 4 } as const;
/** Frames of 11.6 ms in a block: the hop of the tonal analysis. */
const FRAMES_PER_BLOCK = 16;

/**
 * Timbre over time in a bounded number of blocks.
 *
 * A row holds sums over the frames of a block that have sound: their number, level (dB), flatness
 * (dB), flux (dB), and 12 mel-frequency cepstral coefficients (dB).
 */
export class TimbreCourse {
  readonly #series = new BlockSeries(
    COURSE.coefficients + COURSE_COEFFICIENT_COUNT,
    FRAMES_PER_BLOCK,
  );
  readonly #row = new Float32Array(COURSE.coefficients + COURSE_COEFFICIENT_COUNT);

  addSilence(): void {
    this.#series.add(undefined);
  }

  /** @param coefficients 12 MFCC, dB; copied */
  add({ levelDecibels, bands }: LevelsOfFrame, coefficients: Float32Array): void {
    const row = this.#row;
    row[COURSE.count] = 1;
    row[COURSE.level] = levelDecibels;
    row[COURSE.flatness] = bands.flatnessDecibels;
    row[COURSE.flux] = bands.fluxDecibels;
    row.set(coefficients, COURSE.coefficients);
    this.#series.add(row);
  }

  /** All blocks so far. */
  blocks(): Blocks {
    return this.#series.blocks();
  }
}

interface LevelsOfFrame {
  readonly levelDecibels: number;
  readonly bands: { readonly flatnessDecibels: number; readonly fluxDecibels: number };
}
