import type { SimilarityField } from "./similarity.js";
import { shapeOf } from "./sound-coordinates.js";

/**
 * Weight of the default standard deviation, in tracks: a catalogue of that size has the same
 * weight.
 */
const DEFAULT_DEVIATION_WEIGHT = 50;

/** Weight of the default mean, in tracks: small, because a few tracks already show their mean. */
const DEFAULT_MEAN_WEIGHT = 1;

/**
 * Minimum standard deviation, so that tiny differences of a field that hardly varies do not count;
 * default standard deviations.
 */
const MIN_SPREAD = 0.25;

/** Maximum distance of a track from the default mean; default standard deviations. */
const MAX_DEVIATIONS = 8;

/** Steps per default standard deviation: sums of integers are exact in any order. */
const STEPS_PER_DEVIATION = 4096;

/** The distribution of a field, in its units. */
export interface Spread {
  readonly mean: number;
  /** > 0. */
  readonly deviation: number;
}

/**
 * The distribution of one field over the tracks of a catalogue that have it.
 *
 * A small catalogue is combined with fifty tracks of the default standard deviation around its own
 * mean. The same tracks give exactly the same result in any order of additions and removals, so
 * that servers that share a database agree.
 *
 * Source: A. Gelman et al., "Bayesian Data Analysis", 3rd edition, 2013, section 3.3: prior
 * knowledge of the mean and the variance of a normal distribution counts as additional
 * observations. The minimum, and the limit of eight deviations for each track, are ours.
 */
export class FieldDistribution {
  readonly #field: SimilarityField;
  readonly #defaultMean: number;
  readonly #defaultStandardDeviation: number;
  #count = 0;
  #steps = 0;
  #squaredSteps = 0;

  constructor(field: SimilarityField) {
    const { defaultMean, defaultStandardDeviation } = shapeOf(field);
    this.#field = field;
    this.#defaultMean = defaultMean;
    this.#defaultStandardDeviation = defaultStandardDeviation;
  }

  /** Adds the coordinates of the tracks in the slots in [first, end); `NaN` is ignored. */
  add(coordinates: Float32Array, first: number, end: number): void {
    this.#change(coordinates, first, end, 1);
  }

  /** Subtracts the coordinate of a track in a slot, which was added. */
  subtract(coordinates: Float32Array, slot: number): void {
    this.#change(coordinates, slot, slot + 1, -1);
  }

  #change(coordinates: Float32Array, first: number, end: number, sign: 1 | -1): void {
    const [mean, deviation] = [this.#defaultMean, this.#defaultStandardDeviation];
    // Sums in variables, because a change of a field for each of a million tracks takes three times as long.
    let [count, total, squares] = [0, 0, 0];
    for (let slot = first; slot < end; slot += 1) {
      const deviations = ((coordinates[slot] as number) - mean) / deviation;
      if (Number.isNaN(deviations)) continue;
      const bounded = Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, deviations));
      const steps = Math.round(bounded * STEPS_PER_DEVIATION);
      count += 1;
      total += steps;
      squares += steps * steps;
    }
    this.#count += sign * count;
    this.#steps += sign * total;
    this.#squaredSteps += sign * squares;
  }

  /** For keys and modes always the default, which follows from their definition. */
  get spread(): Spread {
    const mean = this.#defaultMean;
    const deviation = this.#defaultStandardDeviation;
    if (this.#field === "key" || this.#field === "mode") return { mean, deviation };
    const count = this.#count;
    const total = this.#steps / STEPS_PER_DEVIATION;
    const average = count > 0 ? total / count : 0;
    const squares = this.#squaredSteps / STEPS_PER_DEVIATION ** 2 - total * average;
    const fromDefault =
      (DEFAULT_MEAN_WEIGHT * count * average ** 2) / (DEFAULT_MEAN_WEIGHT + count);
    const variance =
      (DEFAULT_DEVIATION_WEIGHT + squares + fromDefault) / (DEFAULT_DEVIATION_WEIGHT + count);
    const spread = Math.sqrt(Math.max(0, variance));
    return {
      mean: mean + (total / (DEFAULT_MEAN_WEIGHT + count)) * deviation,
      deviation: Math.max(MIN_SPREAD, spread) * deviation,
    };
  }
}
