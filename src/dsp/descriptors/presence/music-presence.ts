import { timbreStatistic } from "../../timbre/timbre-statistics.js";
import { modulationDepth, MODULATION_RATES } from "../../timbre/modulation.js";
import type { SoundProfile } from "../sound-profile.js";
import { standardized, type FeatureScale } from "../mood/linear-model.js";
import { presenceModel } from "./presence-weights.js";

/** A logistic model of standardised inputs and their squares. */
export interface PresenceModel extends FeatureScale {
  /** Weights of the terms that `presenceTerms` returns. */
  readonly weights: readonly number[];
  readonly offset: number;
}

/** Registers of voices and most instruments, 200 to 2700 Hz, whose modulation is compared. */
const REGISTERS = [1, 2, 3] as const;
/** Exponent used where a recording is too short for one: about the mean. */
const EXPONENT_WITHOUT_LENGTH = 0.75;

/**
 * Returns the probability that a recording is music rather than speech, applause, noise or other sounds,
 * in (0, 1). It is a property of the whole recording; gain does not change it.
 *
 * Source: logistic regression on inputs that are established for telling music from speech (E. Scheirer
 * and M. Slaney, Proc. ICASSP, 1997), and on the clarity of pulse and pitch. What it was fitted on and
 * how well it does: see `presence-weights.json`.
 */
export function musicPresence(profile: SoundProfile): number {
  return presenceOf(presenceInputs(profile), presenceModel);
}

/** Output of a model for given inputs, (0, 1). */
export function presenceOf(inputs: Float64Array, model: PresenceModel): number {
  const score = presenceTerms(inputs, model).reduce(
    (sum, term, i) => sum + term * model.weights[i]!,
    model.offset,
  );
  return 1 / (1 + Math.exp(-score));
}

/**
 * Returns the standardised inputs and their squares. With the squares, music may lie in the middle of an
 * input, as between the hum of an engine and the claps of applause.
 */
export function presenceTerms(inputs: Float64Array, scale: FeatureScale): Float64Array {
  const distances = standardized(inputs, scale);
  return Float64Array.of(...distances, ...distances.map((distance) => distance ** 2));
}

/** Returns the inputs of the model, in a fixed order; all finite. */
export function presenceInputs(profile: SoundProfile): Float64Array {
  const { timbre } = profile;
  return Float64Array.of(
    profile.tempoConfidence,
    profile.pulseClarity,
    profile.beatEmphasis,
    profile.onsetRate,
    profile.fluctuationExponent ?? EXPONENT_WITHOUT_LENGTH,
    profile.keyConfidence,
    profile.tuningConfidence,
    profile.tonalContrast,
    profile.harmonicChange,
    profile.pitchStrength,
    profile.semitoneProminence,
    profile.loudnessRangeLu,
    profile.crestDecibels,
    timbre.lowEnergyShare,
    timbreStatistic(timbre, "means", "flatness"),
    timbreStatistic(timbre, "deviations", "flatness"),
    timbreStatistic(timbre, "means", "flux"),
    timbreStatistic(timbre, "steps", "flux"),
    timbreStatistic(timbre, "deviations", "level"),
    timbreStatistic(timbre, "deviations", "centroid"),
    ...MODULATION_RATES.map((rate) => {
      const depths = REGISTERS.map((register) =>
        modulationDepth(timbre.modulation, register, rate),
      );
      return Math.log(depths.reduce((sum, depth) => sum + depth, 0) / REGISTERS.length + 0.01);
    }),
  );
}
