import { TIMBRE_FRAME_LENGTH, TIMBRE_FRAME_RATE, TIMBRE_SAMPLE_RATE } from "./frame-timbre.js";

const BIN_HZ = TIMBRE_SAMPLE_RATE / TIMBRE_FRAME_LENGTH;
/** Where applause and hiss lie, and few fundamentals. */
const FIRST_BIN = Math.round(1000 / BIN_HZ);
const END_BIN = Math.round(6000 / BIN_HZ);
const WINDOW_FRAMES = Math.round(TIMBRE_FRAME_RATE);
/** Power of a bin at about -110 dB full scale. */
const POWER_FLOOR = 1e-6;

/** What is left when the music pauses for breath. */
export interface NoiseFloor {
  /** Quietest frame of a second against the mean of that second, 1 to 6 kHz, dB, <= 0. */
  readonly depthDecibels: number;
  /** Geometric over arithmetic mean of that frame's bins, dB, <= 0: about -2.5 for noise. */
  readonly flatnessDecibels: number;
}

/**
 * The quietest moment of every second between 1 and 6 kHz, in constant memory.
 *
 * A crowd, a hall or hiss fills the pauses of music with noise: then the quiet moments are not
 * much quieter than the rest, and flat. Gain does not change either.
 */
export class NoiseFloorAnalysis {
  readonly #quietest = new Float32Array(END_BIN - FIRST_BIN);
  #quietestPower = Infinity;
  #windowPower = 0;
  #filled = 0;
  #depths = 0;
  #flatnesses = 0;
  #windowCount = 0;

  /** @param magnitudes 513 bins of the next frame that has sound, >= 0 */
  addFrame(magnitudes: Float32Array): void {
    let power = 0;
    for (let k = FIRST_BIN; k < END_BIN; k++) power += magnitudes[k]! * magnitudes[k]!;
    this.#windowPower += power;
    if (power < this.#quietestPower) {
      this.#quietestPower = power;
      for (let k = FIRST_BIN; k < END_BIN; k++) this.#quietest[k - FIRST_BIN] = magnitudes[k]!;
    }
    this.#filled += 1;
    if (this.#filled === WINDOW_FRAMES) this.#closeWindow();
  }

  /** What was heard so far; null in under a second of sound. */
  get floor(): NoiseFloor | null {
    if (this.#windowCount === 0) return null;
    return {
      depthDecibels: this.#depths / this.#windowCount,
      flatnessDecibels: this.#flatnesses / this.#windowCount,
    };
  }

  #closeWindow(): void {
    const binCount = this.#quietest.length;
    let logarithms = 0;
    let sum = 0;
    for (let i = 0; i < binCount; i++) {
      const power = this.#quietest[i]! * this.#quietest[i]! + POWER_FLOOR;
      logarithms += Math.log10(power);
      sum += power;
    }
    const mean = this.#windowPower / WINDOW_FRAMES / binCount + POWER_FLOOR;
    this.#depths += Math.min(0, 10 * Math.log10(sum / binCount / mean));
    this.#flatnesses += 10 * (logarithms / binCount - Math.log10(sum / binCount));
    this.#windowCount += 1;
    this.#windowPower = 0;
    this.#quietestPower = Infinity;
    this.#filled = 0;
  }
}
