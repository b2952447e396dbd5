import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import { shapeOf } from "./sound-coordinates.js";

/** Tracks that the usual spread counts for: a catalogue of that size decides half. */
const DEFAULT_DEVIATION_WEIGHT = 50;

/** Tracks that the usual mean counts for: even few tracks tell more of where their middle is. */
const DEFAULT_MEAN_WEIGHT = 1;

/** Fields that hardly vary must not make a thousandth count like an octave; usual deviations. */
const MIN_SPREAD = 0.25;

/** No track counts as further out than this; usual deviations. */
const MAX_DEVIATIONS = 8;

/** Steps a usual deviation: sums of whole numbers are exact, whatever their order. */
const STEPS_PER_DEVIATION = 4096;

/** How a field is spread, in its units. */
export interface Spread {
  readonly mean: number;
  /** > 0. */
  readonly deviation: number;
}

/** What is known of one field: sums over the tracks that have it. */
export class FieldSums {
  count = 0;
  steps = 0;
  squaredSteps = 0;
  readonly #defaultMean: number;
  readonly #defaultStandardDeviation: number;

  constructor(field: SimilarityField) {
    const { defaultMean, defaultStandardDeviation } = shapeOf(field);
    this.#defaultMean = defaultMean;
    this.#defaultStandardDeviation = defaultStandardDeviation;
  }

  /** Counts a coordinate in, or what was counted in out again; `NaN` is passed over. */
  change(coordinate: number, sign: 1 | -1): void {
    if (Number.isNaN(coordinate)) return;
    const deviations = (coordinate - this.#defaultMean) / this.#defaultStandardDeviation;
    const steps = Math.round(
      Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, deviations)) * STEPS_PER_DEVIATION,
    );
    this.count += sign;
    this.steps += sign * steps;
    this.squaredSteps += sign * steps * steps;
  }
}

/**
 * How each field is spread in a catalogue.
 *
 * A small catalogue is taken together with fifty tracks of the usual spread around its own middle.
 * The same tracks give the same spread to the last bit, in whichever order they came and went, so
 * that servers that share a database agree.
 *
 * Source: A. Gelman et al., "Bayesian Data Analysis", 3rd edition, 2013, section 3.3: what is known
 * beforehand of a normal distribution's mean and variance counts as further observations. The
 * floor, and that no track counts as further out than eight deviations, are ours.
 */
export class SoundScale {
  readonly #sums = Object.fromEntries(
    similarityFields.map((field) => [field, new FieldSums(field)]),
  ) as Readonly<Record<SimilarityField, FieldSums>>;

  /** The sums of a field, to be looked up once for many tracks. */
  sumsOf(field: SimilarityField): FieldSums {
    return this.#sums[field];
  }

  /** Counts a track in; `NaN` is passed over. */
  add(field: SimilarityField, coordinate: number): void {
    this.#sums[field].change(coordinate, 1);
  }

  /** Takes back what `add` was told. */
  remove(field: SimilarityField, coordinate: number): void {
    this.#sums[field].change(coordinate, -1);
  }

  /** The spread of a field; of keys and modes always the usual one, which their kind implies. */
  spreadOf(field: SimilarityField): Spread {
    const { defaultMean, defaultStandardDeviation } = shapeOf(field);
    if (field === "key" || field === "mode") {
      return { mean: defaultMean, deviation: defaultStandardDeviation };
    }
    const sums = this.#sums[field];
    const { count } = sums;
    const total = sums.steps / STEPS_PER_DEVIATION;
    const average = count > 0 ? total / count : 0;
    const squares = sums.squaredSteps / STEPS_PER_DEVIATION ** 2 - total * average;
    const fromDefault =
      (DEFAULT_MEAN_WEIGHT * count * average ** 2) / (DEFAULT_MEAN_WEIGHT + count);
    const variance =
      (DEFAULT_DEVIATION_WEIGHT + squares + fromDefault) / (DEFAULT_DEVIATION_WEIGHT + count);
    const mean = total / (DEFAULT_MEAN_WEIGHT + count);
    const spread = Math.sqrt(Math.max(0, variance));
    return {
      mean: defaultMean + mean * defaultStandardDeviation,
      deviation: Math.max(MIN_SPREAD, spread) * defaultStandardDeviation,
    };
  }
}

/** The spread of every field. */
export function spreadsOf(scale: SoundScale): Readonly<Record<SimilarityField, Spread>> {
  const spreads = similarityFields.map((field) => [field, scale.spreadOf(field)]);
  return Object.fromEntries(spreads) as Record<SimilarityField, Spread>;
}
