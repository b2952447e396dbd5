/** How well the nearest tracks of each track have its label. */
export interface RetrievalScores {
  /** Mean of the average precision over all queries, [0, 1]. */
  readonly meanAveragePrecision: number;
  /** Share of queries of which the nearest track has the same label. */
  readonly nearest: number;
  readonly queries: number;
}

/** Labels with fewer other tracks are no queries: what is found of two or three is mostly chance. */
const MIN_OTHERS = 3;

/**
 * Scores a distance by retrieval: each track is a query, and relevant is what has the same label.
 *
 * Source: C. Manning, P. Raghavan and H. Schütze, "Introduction to Information Retrieval", Cambridge University
 * Press, 2008, 8.4 (mean average precision).
 *
 * @param labels of each track
 * @param distance of the tracks of two indices; `NaN` where they cannot be compared, which ranks last
 */
export function retrievalScores(
  labels: readonly string[],
  distance: (one: number, other: number) => number,
): RetrievalScores {
  const precisions: number[] = [];
  let nearest = 0;
  labels.forEach((label, query) => {
    const others = labels.flatMap((_, at) => (at === query ? [] : [at]));
    const relevant = others.filter((at) => labels[at] === label).length;
    if (relevant < MIN_OTHERS) return;
    const ranked = others
      .map((at) => [at, rankable(distance(query, at))] as const)
      .sort(([, one], [, other]) => one - other);
    let [found, sum] = [0, 0];
    ranked.forEach(([at], rank) => {
      if (labels[at] !== label) return;
      found += 1;
      sum += found / (rank + 1);
    });
    precisions.push(sum / relevant);
    nearest += Number(labels[ranked[0]?.[0] ?? -1] === label);
  });
  const queries = precisions.length;
  const total = precisions.reduce((sum, precision) => sum + precision, 0);
  return { meanAveragePrecision: total / queries, nearest: nearest / queries, queries };
}

const rankable = (distance: number): number =>
  Number.isNaN(distance) ? Number.MAX_VALUE : distance;
