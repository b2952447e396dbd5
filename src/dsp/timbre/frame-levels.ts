import { GrowingSeries } from "./growing-series.js";

/** Level of frames without sound, dB full scale. */
export const SILENT_DECIBELS = -75;

/** The root mean square of each frame of a recording, full scale 1; four bytes per frame. */
export class FrameLevels {
  readonly #series = new GrowingSeries();
  /** Frames of silence before the first sound, which are not stored. */
  #leadingFrames = 0;
  /** Number of stored frames up to the last with sound. */
  #soundingCount = 0;

  /** @param level >= 0 */
  add(level: number, sounds: boolean): void {
    if (!sounds && this.#soundingCount === 0) {
      this.#leadingFrames += 1;
      return;
    }
    this.#series.add(level);
    if (sounds) this.#soundingCount = this.#series.length;
  }

  /** The levels from the first frame with sound to the last; a view. */
  get sounding(): Float32Array {
    return this.#series.toArray().subarray(0, this.#soundingCount);
  }

  /** Returns the level of a frame, dB full scale, at least `SILENT_DECIBELS`; that outside the recording. */
  decibelsAt(frame: number): number {
    const index = frame - this.#leadingFrames;
    const level = index >= 0 && index < this.#soundingCount ? this.#series.at(index) : 0;
    return level > 0 ? Math.max(SILENT_DECIBELS, 20 * Math.log10(level)) : SILENT_DECIBELS;
  }
}
