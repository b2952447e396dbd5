/** Candidates that are collected, beside twice the number to return, before the last ones are dropped. */
const CANDIDATES_MORE = 100;

/**
 * Returns the first slots of an order, in that order, at most `max` of them.
 *
 * @param compare below 0 where slot `a` stands before slot `b`; never 0 for two slots
 */
export function leadingSlots(
  slots: Uint32Array,
  compare: (a: number, b: number) => number,
  max: number,
): readonly number[] {
  if (max < 1) return [];
  const leading: number[] = [];
  let worst: number | undefined;
  for (const slot of slots) {
    if (worst !== undefined && compare(slot, worst) > 0) continue;
    leading.push(slot);
    if (leading.length < 2 * max + CANDIDATES_MORE) continue;
    leading.sort(compare).length = max;
    worst = leading[max - 1];
  }
  return leading.sort(compare).slice(0, max);
}
