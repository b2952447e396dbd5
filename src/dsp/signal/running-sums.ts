/**
 * Sums of several series between any two moments, from rows of sums over equal intervals of time.
 *
 * A row that contains one of the moments counts in proportion to the part inside.
 */
export class RunningSums {
  readonly #sums: Float64Array;
  readonly #seriesCount: number;
  readonly #rowCount: number;
  readonly #secondsPerRow: number;
  readonly #startSeconds: number;

  /**
   * @param rows sums, all of one length
   * @param options.secondsPerRow > 0
   * @param options.startSeconds where the first row begins
   */
  constructor(
    rows: readonly (Float32Array | Float64Array)[],
    options: { readonly secondsPerRow: number; readonly startSeconds: number },
  ) {
    this.#rowCount = rows.length;
    this.#seriesCount = rows[0]?.length ?? 0;
    this.#secondsPerRow = options.secondsPerRow;
    this.#startSeconds = options.startSeconds;
    this.#sums = new Float64Array((rows.length + 1) * this.#seriesCount);
    rows.forEach((row, r) => {
      const offset = r * this.#seriesCount;
      for (let i = 0; i < this.#seriesCount; i++) {
        this.#sums[offset + this.#seriesCount + i] = this.#sums[offset + i]! + row[i]!;
      }
    });
  }

  /** Returns the sum of each series between two moments, seconds; zeros outside the rows. */
  between(startSeconds: number, endSeconds: number): Float64Array {
    const sums = new Float64Array(this.#seriesCount);
    this.#addUpTo(endSeconds, 1, sums);
    this.#addUpTo(startSeconds, -1, sums);
    return sums;
  }

  #addUpTo(seconds: number, sign: number, sums: Float64Array): void {
    const rows = (seconds - this.#startSeconds) / this.#secondsPerRow;
    const position = Math.min(this.#rowCount, Math.max(0, rows));
    const row = Math.min(this.#rowCount - 1, Math.floor(position));
    const share = position - row;
    const offset = row * this.#seriesCount;
    for (let i = 0; i < this.#seriesCount; i++) {
      const before = this.#sums[offset + i]!;
      sums[i]! += sign * (before + share * (this.#sums[offset + this.#seriesCount + i]! - before));
    }
  }
}
