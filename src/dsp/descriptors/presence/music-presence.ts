import { timbreStatistic } from "../../timbre/timbre-statistics.js";
import { modulationDepth, MODULATION_RATES } from "../../timbre/modulation.js";
import type { SoundProfile } from "../sound-profile.js";
import { presenceOf } from "./presence-model.js";
import { presenceModel } from "./presence-weights.js";

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
