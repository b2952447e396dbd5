/** How far a value moved, over several recordings. */
export interface ChangeStatistics {
  readonly count: number;
  readonly mean: number;
  readonly percentile95: number;
  readonly max: number;
}

/** Values of one recording by the name of a descriptor; null where it has none. */
export type DescriptorValues = Readonly<Record<string, number | null>>;

/**
 * Returns how far each descriptor moves between recordings and changed versions of them, by its name. A value that
 * appears or disappears counts as a change of 1.
 *
 * @param before values of each recording
 * @param after values of the changed version of each, as many
 */
export function changesOf(
  before: readonly DescriptorValues[],
  after: readonly DescriptorValues[],
): ReadonlyMap<string, ChangeStatistics> {
  const names = Object.keys(before[0] ?? {});
  return new Map(
    names.map((name) => [
      name,
      statisticsOf(before.map((values, i) => distance(values[name], after[i]?.[name]))),
    ]),
  );
}

function distance(a: number | null | undefined, b: number | null | undefined): number {
  const [from, to] = [a ?? null, b ?? null];
  if (from === null || to === null) return from === to ? 0 : 1;
  return Math.abs(from - to);
}

/** The percentile is the smallest distance that at least 95 % of all do not exceed. */
function statisticsOf(distances: readonly number[]): ChangeStatistics {
  const sorted = distances.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    percentile95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0,
    max: sorted.at(-1) ?? 0,
  };
}
