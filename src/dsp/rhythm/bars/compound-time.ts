import type { OnsetStrength } from "../onset-strength.js";
import { meanStroke } from "./stroke-strength.js";

/**
 * Logistic regression of the log odds that beats have three parts, on the mean log odds of the network of bars in
 * six, and the logarithms of the strength of the first and of the second third of the beat over that of its half;
 * in swing the second third is strong alone, so it counts a little against.
 *
 * Fitted to 454 clips of 60 styles by `src/dsp/training/rhythm/compose_clips.py --seed 21` and 91 folk tunes of the
 * Nottingham collection in 6/8 and 9/8, rendered at 95 to 135 BPM. Of 70 other jigs of that collection, 49 are found
 * to be in six; of 42 reels, hornpipes and waltzes none.
 */
const WEIGHTS = { six: 0.6, firstThird: 2.4, secondThird: -0.26, bias: 1.16 };
/** Share of music whose beats have three parts: of the clips that the weights are fitted to, and in general. */
const FITTED_SHARE = 135 / 545;
const GENERAL_SHARE = 0.06;
/** Log odds from which beats count as in three parts, because such music is rarer than in the fit. */
const MIN_LOG_ODDS = logit(FITTED_SHARE) - logit(GENERAL_SHARE);
/** Added to each strength, so that the ratio of two strokes that are not played is 1. */
const NO_STROKE = 0.1;

/**
 * Returns whether beats are divided into three equal parts that are played: 6/8 rather than 2/4.
 *
 * Source: metrical subdivision by onset strength between beats, after F. Gouyon and P. Herrera,
 * "Determination of the Meter of Musical Audio Signals", AES 114th Convention, 2003.
 *
 * @param beats seconds, ascending
 * @param six log odds of each of these beats that bars are in six
 */
export function isCompoundTime(
  beats: Float64Array,
  onsets: OnsetStrength,
  six: Float32Array,
): boolean {
  if (beats.length < 2) return false;
  const weights = [WEIGHTS.six, WEIGHTS.firstThird, WEIGHTS.secondThird];
  const inputs = compoundInputs(beats, onsets, six);
  return weights.reduce((sum, w, i) => sum + w * inputs[i]!, WEIGHTS.bias) > MIN_LOG_ODDS;
}

/** Returns the inputs of the logistic model: those of `WEIGHTS`, in its order; arguments as above, two beats or more. */
export function compoundInputs(
  beats: Float64Array,
  onsets: OnsetStrength,
  six: Float32Array,
): number[] {
  const at = (phase: number): number => meanStroke(beats, phase, onsets) + NO_STROKE;
  const overHalf = (phase: number): number => Math.log(at(phase) / at(1 / 2));
  const meanOdds = six.reduce((sum, odds) => sum + odds, 0) / beats.length;
  return [meanOdds, overHalf(1 / 3), overHalf(2 / 3)];
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}
