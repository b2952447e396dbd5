/** A section with a letter or number that alike sections share. */
export interface LabelledSection {
  /** Seconds; the next one starts where this one ends. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** Seconds from one compared moment to the next. */
const FRAME_SECONDS = 0.1;

/** Harmonic mean of precision and recall, in [0, 1]. */
const fMeasure = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/**
 * Returns the F-measure of boundaries, in [0, 1], without the start and the end. Each boundary counts for
 * one of the other side at most; 1 where neither side has any.
 *
 * Source: "Structural Segmentation", MIREX, 2009, as in C. Raffel et al., "mir_eval: A Transparent
 * Implementation of Common MIR Metrics", Proc. ISMIR, 2014 (`trim`).
 *
 * @param found, true boundaries between sections, seconds, ascending
 * @param windowSeconds maximum distance of two boundaries that are one
 */
export function boundaryScore(
  found: readonly number[],
  known: readonly number[],
  windowSeconds: number,
): number {
  if (found.length === 0 && known.length === 0) return 1;
  // On a line, with one window for all, taking the first that fits gives the largest matching.
  let [hits, next] = [0, 0];
  for (const time of known) {
    while (next < found.length && found[next]! < time - windowSeconds) next++;
    if (next < found.length && found[next]! <= time + windowSeconds) {
      hits++;
      next++;
    }
  }
  return fMeasure(hits / Math.max(1, found.length), hits / Math.max(1, known.length));
}

/** Scores of labels, each in [0, 1]. */
export interface LabelScores {
  /** F-measure of pairs of moments that have one label. */
  readonly pairs: number;
  /** Harmonic mean of homogeneity and completeness. */
  readonly vMeasure: number;
}

/**
 * Compares the labels of moments every 0.1 s over the known sections.
 *
 * Source: M. Levy and M. Sandler, "Structural Segmentation of Musical Audio by Constrained Clustering", IEEE
 * Trans. Audio, Speech, and Language Processing 16(2), 2008 (pairs); A. Rosenberg and J. Hirschberg,
 * "V-Measure: A Conditional Entropy-Based External Cluster Evaluation Measure", Proc. EMNLP, 2007.
 *
 * @param found, known sections without gaps, ascending; moments outside the found ones have a label of their own
 */
export function labelScores(
  found: readonly LabelledSection[],
  known: readonly LabelledSection[],
): LabelScores {
  const cells = new Map<string, Map<string, number>>();
  const first = known[0]?.start ?? 0;
  const count = Math.floor(((known[known.length - 1]?.end ?? 0) - first) / FRAME_SECONDS);
  for (let frame = 0; frame < count; frame++) {
    const at = first + (frame + 0.5) * FRAME_SECONDS;
    const row = labelAt(known, at);
    const column = labelAt(found, at);
    const counts = cells.get(row) ?? new Map<string, number>();
    cells.set(row, counts.set(column, (counts.get(column) ?? 0) + 1));
  }
  const columns = new Map<string, number>();
  for (const counts of cells.values()) {
    for (const [column, size] of counts) columns.set(column, (columns.get(column) ?? 0) + size);
  }
  const joint = [...cells.values()].flatMap((counts) => [...counts.values()]);
  const rows = [...cells.values()].map((counts) => sum([...counts.values()]));
  const columnCounts = [...columns.values()];
  const together = pairCount(joint);
  const share = (whole: number): number => (whole === 0 ? 1 : together / whole);
  const [ofRows, ofColumns, ofBoth] = [rows, columnCounts, joint].map(entropy) as [
    number,
    number,
    number,
  ];
  const homogeneity = ofRows === 0 ? 1 : 1 - (ofBoth - ofColumns) / ofRows;
  const completeness = ofColumns === 0 ? 1 : 1 - (ofBoth - ofRows) / ofColumns;
  return {
    pairs: fMeasure(share(pairCount(columnCounts)), share(pairCount(rows))),
    vMeasure: fMeasure(Math.max(0, homogeneity), Math.max(0, completeness)),
  };
}

/** Joins neighbours of one label, as sections of one letter are one. */
export function mergedSections(sections: readonly LabelledSection[]): readonly LabelledSection[] {
  const merged: LabelledSection[] = [];
  for (const section of sections) {
    const last = merged[merged.length - 1];
    if (last?.label === section.label) merged[merged.length - 1] = { ...last, end: section.end };
    else merged.push(section);
  }
  return merged;
}

function labelAt(sections: readonly LabelledSection[], at: number): string {
  return sections.find(({ start, end }) => at >= start && at < end)?.label ?? "";
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const pairCount = (sizes: readonly number[]): number =>
  sum(sizes.map((size) => (size * (size - 1)) / 2));

function entropy(sizes: readonly number[]): number {
  const whole = sum(sizes);
  return -sum(sizes.map((size) => (size / whole) * Math.log(size / whole)));
}
