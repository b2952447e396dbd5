import { NOISE_RANGE, TIMBRE_FRAME_RATE } from "./frame-timbre.js";

const [FIRST_BIN, END_BIN] = NOISE_RANGE;
const WINDOW_FRAMES = Math.round(TIMBRE_FRAME_RATE);
/** Share of the power of the whole spectrum below which the floor is inaudible, and its values then. */
const INAUDIBLE_SHARE = 3e-5;
const INAUDIBLE_DECIBELS = -15;

/** The noise floor: the spectrum in the quietest moments of the music. */
export interface NoiseFloor {
  /** Quietest frame of a second against the mean of that second, 1 to 6 kHz, dB, <= 0. */
  readonly depthDecibels: number;
  /** Geometric over arithmetic mean of that frame's bins, dB, <= 0: about -2.5 for noise. */
  readonly flatnessDecibels: number;
}

interface FramePowers {
  readonly spectrumPower: number;
  readonly noisePower: number;
}

/**
 * Measures the quietest moment of every second between 1 and 6 kHz, in constant memory.
 *
 * Where applause, reverberation or hiss fill the pauses of music, the quiet moments are not much
 * quieter than the rest, and their spectrum is flat. Gain does not change either.
 */
export class NoiseFloorAnalysis {
  readonly #quietest = new Float32Array(END_BIN - FIRST_BIN);
  #quietestPower = Infinity;
  #windowPower = 0;
  #totalPower = 0;
  #filled = 0;
  #depths = 0;
  #flatnesses = 0;
  #windowCount = 0;

  /**
   * @param magnitudes 513 bins of the next frame that has sound, >= 0
   * @param powers sums of their squares: of all bins, and of `NOISE_RANGE`
   */
  addFrame(magnitudes: Float32Array, { spectrumPower, noisePower }: FramePowers): void {
    this.#totalPower += spectrumPower;
    this.#windowPower += noisePower;
    if (noisePower < this.#quietestPower) {
      this.#quietestPower = noisePower;
      this.#quietest.set(magnitudes.subarray(FIRST_BIN, END_BIN));
    }
    this.#filled += 1;
    if (this.#filled === WINDOW_FRAMES) this.#closeWindow();
  }

  /** The noise floor so far; null in under a second of sound. */
  get floor(): NoiseFloor | null {
    if (this.#windowCount === 0) return null;
    return {
      depthDecibels: this.#depths / this.#windowCount,
      flatnessDecibels: this.#flatnesses / this.#windowCount,
    };
  }

  #closeWindow(): void {
    const { depthDecibels, flatnessDecibels } = this.#windowFloor();
    this.#depths += depthDecibels;
    this.#flatnesses += flatnessDecibels;
    this.#windowCount += 1;
    this.#windowPower = 0;
    this.#totalPower = 0;
    this.#quietestPower = Infinity;
    this.#filled = 0;
  }

  #windowFloor(): NoiseFloor {
    const binCount = this.#quietest.length;
    if (this.#quietestPower * WINDOW_FRAMES < INAUDIBLE_SHARE * this.#totalPower) {
      return { depthDecibels: INAUDIBLE_DECIBELS, flatnessDecibels: INAUDIBLE_DECIBELS };
    }
    const mean = this.#quietestPower / binCount;
    let logarithms = 0;
    for (let i = 0; i < binCount; i++) {
      logarithms += Math.log10(this.#quietest[i]! * this.#quietest[i]! + 1e-6 * mean);
    }
    return {
      depthDecibels: 10 * Math.log10((this.#quietestPower * WINDOW_FRAMES) / this.#windowPower),
      flatnessDecibels: 10 * (logarithms / binCount - Math.log10(mean)),
    };
  }
}
