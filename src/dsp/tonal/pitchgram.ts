import {
  BINS_PER_SEMITONE,
  PITCH_BIN_COUNT,
  PITCH_COUNT,
  TUNING_MARGIN_BINS,
} from "./pitch-spectrum.js";

/** Maximum number of blocks; when it is reached, neighbours are merged, so memory is bounded. */
const MAX_BLOCKS = 4096;

/** Energy of every semitone over time: rows of PITCH_COUNT from LOWEST_PITCH up, >= 0. */
export interface Pitchgram {
  readonly rows: readonly Float32Array[];
  /** Frames that each row averages, integer >= 1. */
  readonly framesPerRow: number;
}

/**
 * Stores pitch spectra of a stream of any length in a bounded number of blocks.
 *
 * Up to 4096 frames (12 minutes) are stored one by one; in longer streams a block is the mean of 2, 4,
 * 8 ... frames. Silent frames count as zeros.
 */
export class PitchgramStore {
  #blocks: Float32Array[] = [];
  #framesPerBlock = 1;
  #pending = new Float32Array(PITCH_BIN_COUNT);
  #pendingFrames = 0;

  /** Adds a frame of PITCH_BIN_COUNT values, >= 0; `undefined` for a silent one. The array is copied. */
  add(pitches: Float32Array | undefined): void {
    if (pitches) {
      for (let i = 0; i < PITCH_BIN_COUNT; i++) this.#pending[i]! += pitches[i]!;
    }
    this.#pendingFrames += 1;
    if (this.#pendingFrames === this.#framesPerBlock) this.#closeBlock();
  }

  /**
   * Returns the energies of the semitones of a recording that is tuned `tuning` semitones above A4 = 440 Hz.
   *
   * @param tuning in [-0.5, 0.5)
   */
  toPitchgram(tuning: number): Pitchgram {
    const offset = TUNING_MARGIN_BINS + tuning * BINS_PER_SEMITONE;
    const low = Math.floor(offset);
    const share = offset - low;
    const framesPerRow = this.#framesPerBlock;
    const rows = this.#blocks.map((block) => {
      const row = new Float32Array(PITCH_COUNT);
      for (let semitone = 0; semitone < PITCH_COUNT; semitone++) {
        const bin = low + semitone * BINS_PER_SEMITONE;
        row[semitone] = (block[bin]! * (1 - share) + block[bin + 1]! * share) / framesPerRow;
      }
      return row;
    });
    return { rows, framesPerRow };
  }

  #closeBlock(): void {
    this.#blocks.push(this.#pending);
    this.#pending = new Float32Array(PITCH_BIN_COUNT);
    this.#pendingFrames = 0;
    if (this.#blocks.length < MAX_BLOCKS) return;
    this.#blocks = Array.from({ length: MAX_BLOCKS / 2 }, (_, i) => {
      const later = this.#blocks[2 * i + 1]!;
      return this.#blocks[2 * i]!.map((sum, bin) => sum + later[bin]!);
    });
    this.#framesPerBlock *= 2;
  }
}
