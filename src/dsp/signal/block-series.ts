/** Maximum number of blocks; when it is reached, neighbours are merged, so memory is bounded. */
const MAX_BLOCKS = 4096;

/** Sums of several series over blocks of equal length. */
export interface Blocks {
  /** One row per block: the sum of each series over its frames. */
  readonly rows: readonly Float32Array[];
  /** Frames in each block but the last, integer >= 1. */
  readonly framesPerBlock: number;
}

/**
 * Sums several series over blocks of frames, for a stream of any length in a bounded number of them.
 *
 * Up to 4096 blocks have the given length; longer streams have blocks two, four, eight times as long. The
 * last block may hold fewer frames.
 */
export class BlockSeries {
  #rows: Float32Array[] = [];
  #framesPerBlock: number;
  #pending: Float32Array;
  #pendingFrames = 0;

  /** @param framesPerBlock frames per block of a short stream, integer >= 1 */
  constructor(seriesCount: number, framesPerBlock: number) {
    this.#pending = new Float32Array(seriesCount);
    this.#framesPerBlock = framesPerBlock;
  }

  /** @param values of the next frame, one per series; `undefined` for a silent one */
  add(values: Float32Array | undefined): void {
    if (values) {
      for (let i = 0; i < values.length; i++) this.#pending[i]! += values[i]!;
    }
    this.#pendingFrames += 1;
    if (this.#pendingFrames === this.#framesPerBlock) this.#closeBlock();
  }

  /** The blocks of all frames so far; the last may be incomplete. */
  blocks(): Blocks {
    const rows = this.#pendingFrames > 0 ? [...this.#rows, this.#pending.slice()] : this.#rows;
    return { rows, framesPerBlock: this.#framesPerBlock };
  }

  #closeBlock(): void {
    this.#rows.push(this.#pending);
    this.#pending = new Float32Array(this.#pending.length);
    this.#pendingFrames = 0;
    if (this.#rows.length < MAX_BLOCKS) return;
    this.#rows = Array.from({ length: MAX_BLOCKS / 2 }, (_, i) => {
      const later = this.#rows[2 * i + 1]!;
      return this.#rows[2 * i]!.map((sum, series) => sum + later[series]!);
    });
    this.#framesPerBlock *= 2;
  }
}
