import { MEL_BAND_COUNT } from "../spectrum/mel-bands.js";
import { TIMBRE_FRAME_RATE } from "./frame-timbre.js";

/** Rates at which modulation is measured, Hz. Syllables follow each other at about 4 Hz. */
export const MODULATION_RATES = [1, 2, 4, 8, 16] as const;
/**
 * First mel band of each register in which modulation is measured, and the end of the last: up to 200,
 * 620, 1360, 2700, 5200 and 10 000 Hz.
 */
const MODULATION_REGISTERS = [0, 4, 10, 17, 24, 32, MEL_BAND_COUNT] as const;

/**
 * Share of the level of the strongest register, -60 dB, below which a register counts as silent:
 * leakage of the strongest register at its attacks would look like deep modulation there.
 */
const MIN_SHARE = 1e-3;
/** Quality factor of the resonators, whose rates are an octave apart. */
const Q = 1.4;
const RATE_COUNT = MODULATION_RATES.length;
const REGISTER_COUNT = MODULATION_REGISTERS.length - 1;
/** Frames that a resonator reads at once, so that its state stays in variables. */
const CHUNK_FRAMES = 64;

/**
 * Measures how strongly the level of each register is modulated at each rate, in constant memory.
 *
 * Source: E. Scheirer and M. Slaney, "Construction and Evaluation of a Robust Multifeature
 * Speech/Music Discriminator", Proc. ICASSP, 1997 (4 Hz modulation energy). They use one rate and
 * 40 bands; we use five rates and six registers. Resonators: R. Bristow-Johnson, "Cookbook
 * Formulae for Audio EQ Biquad Filter Coefficients".
 */
export class Modulation {
  readonly #resonators = MODULATION_RATES.map(resonator);
  readonly #states = new Float64Array(4 * RATE_COUNT * REGISTER_COUNT);
  readonly #energies = new Float64Array(RATE_COUNT * REGISTER_COUNT);
  readonly #sums = new Float64Array(REGISTER_COUNT);
  /** Levels of the frames that the resonators have not read yet, registers x frames. */
  readonly #levels = new Float64Array(REGISTER_COUNT * CHUNK_FRAMES);
  #filled = 0;
  #frameCount = 0;

  /** @param bands magnitude of each mel band, >= 0 */
  addFrame(bands: Float32Array): void {
    this.#frameCount += 1;
    for (let register = 0; register < REGISTER_COUNT; register++) {
      let level = 0;
      for (let b = MODULATION_REGISTERS[register]!; b < MODULATION_REGISTERS[register + 1]!; b++) {
        level += bands[b]!;
      }
      this.#sums[register]! += level;
      this.#levels[register * CHUNK_FRAMES + this.#filled] = level;
    }
    this.#filled += 1;
    if (this.#filled === CHUNK_FRAMES) this.#drain();
  }

  /**
   * Returns the root mean square of the modulation relative to the mean level, registers x rates, >= 0.
   *
   * 0 where a register is silent, or more than 60 dB below the strongest. Gain does not change it.
   */
  depths(): Float64Array {
    this.#drain();
    const min = MIN_SHARE * this.#sums.reduce((max, sum) => Math.max(max, sum), 0);
    return this.#energies.map((energy, i) => {
      const sum = this.#sums[Math.floor(i / RATE_COUNT)]!;
      return sum > min ? Math.sqrt(energy * this.#frameCount) / sum : 0;
    });
  }

  #drain(): void {
    for (let register = 0; register < REGISTER_COUNT; register++) {
      for (let rate = 0; rate < RATE_COUNT; rate++) this.#resonate(register, rate);
    }
    this.#filled = 0;
  }

  #resonate(register: number, rate: number): void {
    const { gain, a1, a2 } = this.#resonators[rate]!;
    const cell = register * RATE_COUNT + rate;
    const [states, levels] = [this.#states, this.#levels];
    const s = 4 * cell;
    let input1 = states[s]!;
    let input2 = states[s + 1]!;
    let output1 = states[s + 2]!;
    let output2 = states[s + 3]!;
    let energy = this.#energies[cell]!;
    const first = register * CHUNK_FRAMES;
    for (let i = first; i < first + this.#filled; i++) {
      const level = levels[i]!;
      const output = gain * (level - input2) - a1 * output1 - a2 * output2;
      input2 = input1;
      input1 = level;
      output2 = output1;
      output1 = output < 1e-20 && output > -1e-20 ? 0 : output;
      energy += output * output;
    }
    states[s] = input1;
    states[s + 1] = input2;
    states[s + 2] = output1;
    states[s + 3] = output2;
    this.#energies[cell] = energy;
  }
}

/**
 * Returns the depth of modulation of one register at one rate, >= 0.
 *
 * @param depths as `Modulation.depths` gives them
 * @param register index into MODULATION_REGISTERS
 */
export function modulationDepth(
  depths: Float64Array,
  register: number,
  rate: (typeof MODULATION_RATES)[number],
): number {
  return depths[register * RATE_COUNT + MODULATION_RATES.indexOf(rate)]!;
}

/** Band-pass of unit gain at `hz`: y = gain (x - x2) - a1 y1 - a2 y2. */
function resonator(hz: number): { gain: number; a1: number; a2: number } {
  const angle = (2 * Math.PI * hz) / TIMBRE_FRAME_RATE;
  const alpha = Math.sin(angle) / (2 * Q);
  return {
    gain: alpha / (1 + alpha),
    a1: (-2 * Math.cos(angle)) / (1 + alpha),
    a2: (1 - alpha) / (1 + alpha),
  };
}
