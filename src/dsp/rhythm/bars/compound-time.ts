import type { OnsetStrength } from "../onset-strength.js";
import { meanStroke, MIN_STROKE } from "./stroke-strength.js";

/**
 * Faster beats in three parts may also be a shuffle or a waltz counted in one: there the network must agree
 * that bars are in six.
 */
const FASTEST_SURE_BPM = 92;
/**
 * Minimum mean log odds of the network of bars in six. Chosen on 160 clips held out from training and 59
 * rendered folk tunes, tracked by the engine: 77 % of the clips in six and 57 % of such tunes lie above, 5 %
 * of the others, most of which have bars of three beats.
 */
const MIN_SIX_LOG_ODDS = -1.5;
/** Minimum ratio of the strength of both thirds to that of halves and quarters. */
const MIN_RATIO = 2;

/**
 * Returns whether beats are divided into three equal parts that are all played: 6/8 rather than 2/4.
 *
 * Swing plays only the last third, and so does not count. Measured on rendered music in 26 styles, the
 * ratio is above 8 for 6/8, and below 1 for all other slow music.
 *
 * Source: metrical subdivision by onset strength between beats, after F. Gouyon and P. Herrera,
 * "Determination of the Meter of Musical Audio Signals", AES 114th Convention, 2003.
 *
 * @param beats seconds, ascending
 * @param six log odds of each of these beats that bars are in six
 */
export function isCompoundTime(
  beats: Float64Array,
  bpm: number,
  onsets: OnsetStrength,
  six: Float32Array,
): boolean {
  if (beats.length < 2) return false;
  const meanOdds = six.reduce((sum, odds) => sum + odds, 0) / beats.length;
  if (bpm >= FASTEST_SURE_BPM && meanOdds < MIN_SIX_LOG_ODDS) return false;
  const at = (phase: number): number => meanStroke(beats, phase, onsets);
  const thirds = Math.min(at(1 / 3), at(2 / 3));
  const others = Math.max(at(1 / 2), (at(1 / 4) + at(3 / 4)) / 2);
  return thirds > MIN_STROKE && thirds > MIN_RATIO * others;
}
