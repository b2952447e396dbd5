/** Mean, standard deviation and mean step of several series. */
export interface Moments {
  /** Mean of each series; 0 without values. */
  readonly means: Float64Array;
  /** Standard deviation of each series, >= 0. */
  readonly deviations: Float64Array;
  /** Mean magnitude of the step from value to value of each series, >= 0. */
  readonly steps: Float64Array;
}

/** Sums of the values of one level. */
class LevelSums {
  count = 0;
  stepCount = 0;
  readonly means: Float64Array;
  /** Sums of the squared distances from the means. */
  readonly squares: Float64Array;
  /** Sums of the magnitudes of steps. */
  readonly steps: Float64Array;

  constructor(seriesCount: number) {
    this.means = new Float64Array(seriesCount);
    this.squares = new Float64Array(seriesCount);
    this.steps = new Float64Array(seriesCount);
  }

  add(values: Float32Array | Float64Array): void {
    this.count += 1;
    for (let i = 0; i < this.means.length; i++) {
      const value = values[i]!;
      const before = value - this.means[i]!;
      this.means[i]! += before / this.count;
      this.squares[i]! += before * (value - this.means[i]!);
    }
  }

  addStep(values: Float32Array | Float64Array, last: Float64Array): void {
    this.stepCount += 1;
    for (let i = 0; i < this.steps.length; i++) {
      const step = values[i]! - last[i]!;
      this.steps[i]! += step < 0 ? -step : step;
    }
  }

  /** Adds the sums of other values. */
  merge(other: LevelSums): void {
    const count = Math.max(1, this.count + other.count);
    for (let i = 0; i < this.means.length; i++) {
      const apart = other.means[i]! - this.means[i]!;
      this.means[i]! += (apart * other.count) / count;
      this.squares[i]! += other.squares[i]! + (apart * apart * this.count * other.count) / count;
      this.steps[i]! += other.steps[i]!;
    }
    this.count += other.count;
    this.stepCount += other.stepCount;
  }
}

/**
 * Mean, standard deviation and mean step of several series at once, in constant memory: sums for each
 * decibel of level, so that quiet values can be left out when the level of the whole is known.
 *
 * Source: B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and
 * Products", Technometrics 4(3), 1962; the merging of sums after T. Chan, G. Golub and R. LeVeque,
 * "Algorithms for Computing the Sample Variance", The American Statistician 37(3), 1983.
 */
export class RunningMoments {
  /** By the level in whole decibels. */
  readonly #levels = new Map<number, LevelSums>();
  readonly #last: Float64Array;
  #lastDecibels = -Infinity;
  #count = 0;

  constructor(private readonly seriesCount: number) {
    this.#last = new Float64Array(seriesCount);
  }

  /** Number of values added so far, per series. */
  get count(): number {
    return this.#count;
  }

  /**
   * @param values the next value of each series
   * @param decibels their level; a step has the lower of its two levels
   */
  add(values: Float32Array | Float64Array, decibels: number): void {
    this.#sumsOf(decibels).add(values);
    if (this.#count > 0) {
      this.#sumsOf(Math.min(decibels, this.#lastDecibels)).addStep(values, this.#last);
    }
    this.#last.set(values);
    this.#lastDecibels = decibels;
    this.#count += 1;
  }

  /** Returns the moments of the values whose level, in whole decibels, is at least that of `decibels`. */
  above(decibels: number): Moments {
    const all = new LevelSums(this.seriesCount);
    for (const [level, sums] of this.#levels) if (level >= Math.floor(decibels)) all.merge(sums);
    const { means, squares, steps, count, stepCount } = all;
    return {
      means,
      deviations: squares.map((square) => Math.sqrt(Math.max(0, square) / Math.max(1, count))),
      steps: steps.map((sum) => sum / Math.max(1, stepCount)),
    };
  }

  #sumsOf(decibels: number): LevelSums {
    const level = Math.floor(decibels);
    const known = this.#levels.get(level);
    if (known) return known;
    const sums = new LevelSums(this.seriesCount);
    this.#levels.set(level, sums);
    return sums;
  }
}
