/**
 * Mean, standard deviation and mean step of several series at once, in constant memory.
 *
 * Source: B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and
 * Products", Technometrics 4(3), 1962.
 */
export class RunningMoments {
  /** Mean of each series; 0 before the first value. */
  readonly means: Float64Array;
  readonly #squares: Float64Array;
  readonly #steps: Float64Array;
  readonly #last: Float64Array;
  #count = 0;

  constructor(seriesCount: number) {
    this.means = new Float64Array(seriesCount);
    this.#squares = new Float64Array(seriesCount);
    this.#steps = new Float64Array(seriesCount);
    this.#last = new Float64Array(seriesCount);
  }

  /** Number of values added so far, per series. */
  get count(): number {
    return this.#count;
  }

  /** @param values the next value of each series */
  add(values: Float32Array | Float64Array): void {
    this.#count += 1;
    for (let i = 0; i < this.means.length; i++) {
      const value = values[i]!;
      const before = value - this.means[i]!;
      this.means[i]! += before / this.#count;
      this.#squares[i]! += before * (value - this.means[i]!);
      if (this.#count > 1) {
        const step = value - this.#last[i]!;
        this.#steps[i]! += step < 0 ? -step : step;
      }
      this.#last[i] = value;
    }
  }

  /** Standard deviation of each series, >= 0. */
  deviations(): Float64Array {
    return this.#squares.map((square) => Math.sqrt(Math.max(0, square) / Math.max(1, this.#count)));
  }

  /** Mean magnitude of the step from value to value of each series, >= 0. */
  meanSteps(): Float64Array {
    return this.#steps.map((sum) => sum / Math.max(1, this.#count - 1));
  }
}
