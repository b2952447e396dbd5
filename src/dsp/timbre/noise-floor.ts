import { Logarithms } from "../kernel/logarithms.js";
import { DECIBELS_PER_DOUBLING } from "../spectrum/floored-bands.js";
import { NOISE_RANGE, TIMBRE_FRAME_RATE } from "./frame-timbre.js";

const [FIRST_BIN, END_BIN] = NOISE_RANGE;
/** Windows of a second overlap by all but a block, so that it hardly matters where they begin. */
const BLOCK_FRAMES = Math.round(TIMBRE_FRAME_RATE / 8);
const WINDOW_BLOCKS = 8;
const WINDOW_FRAMES = WINDOW_BLOCKS * BLOCK_FRAMES;
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

/** A block of frames. */
interface Block {
  /** Power of its quietest frame in `NOISE_RANGE`. */
  quietestPower: number;
  /** Geometric over arithmetic mean of the bins of that frame, dB. */
  flatnessDecibels: number;
  /** Sum of the powers of its frames, in `NOISE_RANGE` and of all bins. */
  noisePower: number;
  totalPower: number;
}

/**
 * Measures the quietest moment of every second between 1 and 6 kHz, in constant memory.
 *
 * Where applause, reverberation or hiss fill the pauses of music, the quiet moments are not much
 * quieter than the rest, and their spectrum is flat. Gain does not change either.
 */
export class NoiseFloorAnalysis {
  readonly #quietest = new Float32Array(END_BIN - FIRST_BIN);
  readonly #logarithms = new Logarithms(2 * Math.ceil((END_BIN - FIRST_BIN) / 2));
  #block = emptyBlock();
  #filled = 0;
  /** The last blocks, the oldest first. */
  #window: Block[] = [];
  #depths = 0;
  #flatnesses = 0;
  #windowCount = 0;

  /**
   * @param magnitudes 513 bins of the next frame that has sound, >= 0
   * @param powers sums of their squares: of all bins, and of `NOISE_RANGE`
   */
  addFrame(magnitudes: Float32Array, { spectrumPower, noisePower }: FramePowers): void {
    const block = this.#block;
    block.totalPower += spectrumPower;
    block.noisePower += noisePower;
    if (noisePower < block.quietestPower) {
      block.quietestPower = noisePower;
      this.#quietest.set(magnitudes.subarray(FIRST_BIN, END_BIN));
    }
    this.#filled += 1;
    if (this.#filled === BLOCK_FRAMES) this.#closeBlock();
  }

  /** The noise floor so far; null in under a second of sound. */
  get floor(): NoiseFloor | null {
    if (this.#windowCount === 0) return null;
    return {
      depthDecibels: this.#depths / this.#windowCount,
      flatnessDecibels: this.#flatnesses / this.#windowCount,
    };
  }

  #closeBlock(): void {
    this.#block.flatnessDecibels = this.#flatness();
    this.#window.push(this.#block);
    this.#block = emptyBlock();
    this.#filled = 0;
    if (this.#window.length < WINDOW_BLOCKS) return;
    const { depthDecibels, flatnessDecibels } = floorOf(this.#window);
    this.#depths += depthDecibels;
    this.#flatnesses += flatnessDecibels;
    this.#windowCount += 1;
    this.#window.shift();
  }

  /** Returns the flatness of the quietest frame of the block. */
  #flatness(): number {
    const { values, results } = this.#logarithms;
    const binCount = this.#quietest.length;
    const mean = this.#block.quietestPower / binCount;
    if (mean === 0) return 0;
    for (let i = 0; i < binCount; i++) values[i] = this.#quietest[i]! ** 2 + 1e-6 * mean;
    this.#logarithms.compute();
    let sum = 0;
    for (let i = 0; i < binCount; i++) sum += results[i]!;
    return DECIBELS_PER_DOUBLING * (sum / binCount - Math.log2(mean));
  }
}

const emptyBlock = (): Block => ({
  quietestPower: Infinity,
  flatnessDecibels: 0,
  noisePower: 0,
  totalPower: 0,
});

function floorOf(blocks: readonly Block[]): NoiseFloor {
  let quietest = blocks[0]!;
  let [noisePower, totalPower] = [0, 0];
  for (const block of blocks) {
    noisePower += block.noisePower;
    totalPower += block.totalPower;
    if (block.quietestPower < quietest.quietestPower) quietest = block;
  }
  const power = quietest.quietestPower * WINDOW_FRAMES;
  if (power < INAUDIBLE_SHARE * totalPower) {
    return { depthDecibels: INAUDIBLE_DECIBELS, flatnessDecibels: INAUDIBLE_DECIBELS };
  }
  return {
    depthDecibels: 10 * Math.log10(power / noisePower),
    flatnessDecibels: quietest.flatnessDecibels,
  };
}
