/**
 * Mean log odds from which music counts as in compound time. Of 1,021 rendered clips that the networks had not learnt, 159 of
 * 213 in 6/8 and 9/8 lie above it, and 12 of 808 others. Where 6 % of all music is in compound time, thresholds
 * from 0 to 1.5 have nearly the same errors; see `test/evaluation/training/beats/choose-compound-threshold.ts`.
 */
const MIN_LOG_ODDS = 0.75;

/**
 * Returns whether bars have two or three beats of three equal parts, as in 6/8 and 9/8. Bars of four such beats, as in slow
 * blues, are counted in four and are not meant.
 *
 * @param compound log odds of each of these beats, as `barEvidence` returns them
 */
export function isCompoundTime(compound: Float32Array): boolean {
  return compound.length >= 2 && meanLogOdds(compound) > MIN_LOG_ODDS;
}

/** Returns the mean of log odds, one or more. */
export function meanLogOdds(odds: Float32Array): number {
  return odds.reduce((sum, value) => sum + value, 0) / odds.length;
}
