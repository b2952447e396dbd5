const FIRST_MILLISECONDS = 1_000;
const LAST_MILLISECONDS = 60_000;

/**
 * Returns the pause after a number of failures in a row: it doubles from one second to a minute. A
 * random half of it keeps many workers from asking a restarted server at the same moment.
 *
 * @param failures >= 1
 */
export function pauseAfter(failures: number): number {
  const longest = Math.min(LAST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}
