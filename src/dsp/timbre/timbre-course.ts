import { BlockSeries, type Blocks } from "../signal/block-series.js";
import { CEPSTRAL_COUNT } from "../spectrum/floored-bands.js";
import { FLOOR, type FrameTimbre } from "./frame-timbre.js";

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
  readonly #series = new BlockSeries(COURSE.coefficients + CEPSTRAL_COUNT, FRAMES_PER_BLOCK);
  readonly #row = new Float32Array(COURSE.coefficients + CEPSTRAL_COUNT);

  addSilence(): void {
    this.#series.add(undefined);
  }

  /** Adds a frame that has sound. */
  add({ levelDecibels, bands }: FrameTimbre): void {
    const row = this.#row;
    row[COURSE.count] = 1;
    row[COURSE.level] = levelDecibels;
    row[COURSE.flatness] = bands.flatnessDecibels[FLOOR.frame]!;
    row[COURSE.flux] = bands.fluxDecibels[FLOOR.frame]!;
    row.set(bands.coefficients[FLOOR.frame], COURSE.coefficients);
    this.#series.add(row);
  }

  /** All blocks so far. */
  blocks(): Blocks {
    return this.#series.blocks();
  }
}
