/** An annotated key or metre, and an estimate of one. */
export interface KeyValue {
  /** Pitch class, integer in [0, 11], C = 0. */
  readonly key: number;
  readonly mode: "major" | "minor";
}

const TEMPO_TOLERANCE = 0.04;
/** Largest distance of a beat from the annotated one, seconds. */
export const BEAT_WINDOW_SECONDS = 0.07;
const SKIPPED_SECONDS = 5;

const isWithin = (estimate: number, reference: number): boolean =>
  Math.abs(estimate - reference) <= TEMPO_TOLERANCE * reference;

/**
 * Whether a tempo is right: within 4 % (Accuracy 1).
 *
 * Source: F. Gouyon et al., "An Experimental Comparison of Audio Tempo Induction Algorithms", IEEE
 * TASLP 14(5), 2006.
 */
export function isTempo(estimate: number | null, reference: number): boolean {
  return estimate !== null && isWithin(estimate, reference);
}

/** Whether a tempo is right up to an octave error of 2, 3, 1/2 or 1/3 (Accuracy 2). Same source. */
export function isTempoOrOctave(estimate: number | null, reference: number): boolean {
  return [1, 2, 3, 1 / 2, 1 / 3].some((factor) => isTempo(estimate, reference * factor));
}

/**
 * MIREX key score: 1 for the same key, 0.5 a fifth above, 0.3 the relative, 0.2 the parallel, else 0.
 *
 * Source: MIREX, Audio Key Detection task.
 */
export function keyScore(estimate: KeyValue | null, reference: KeyValue): number {
  if (estimate === null) return 0;
  const interval = (estimate.key - reference.key + 12) % 12;
  if (estimate.mode === reference.mode) return interval === 0 ? 1 : interval === 7 ? 0.5 : 0;
  if (interval === (reference.mode === "major" ? 9 : 3)) return 0.3;
  return interval === 0 ? 0.2 : 0;
}

/**
 * F-measure of beat times with a window of 70 ms, the first 5 s left out; `null` where none are
 * annotated after that.
 *
 * Source: M. Davies, N. Degara, M. Plumbley, "Evaluation Methods for Musical Audio Beat Tracking
 * Algorithms", QMUL, 2009.
 *
 * @param estimated seconds, ascending
 * @param annotated seconds, ascending
 */
export function beatScore(
  estimated: readonly number[],
  annotated: readonly number[],
): number | null {
  const late = (times: readonly number[]): number[] => times.filter((t) => t >= SKIPPED_SECONDS);
  const [found, wanted] = [late(estimated), late(annotated)];
  if (wanted.length === 0) return null;
  let hits = 0;
  let at = 0;
  for (const time of found) {
    while (at < wanted.length && wanted[at]! < time - BEAT_WINDOW_SECONDS) at++;
    if (at < wanted.length && Math.abs(wanted[at]! - time) <= BEAT_WINDOW_SECONDS) {
      hits++;
      at++;
    }
  }
  return (2 * hits) / (found.length + wanted.length);
}

const NORMAL_95 = 1.96;

/**
 * Returns the 95 % interval of the mean of scores of independent clips. It is exact to Wilson's approximation
 * for scores that are 0 or 1, and too wide for others.
 *
 * Source: E. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22, 1927.
 *
 * @param mean of scores in [0, 1]
 * @param count of clips, at least 1
 */
export function scoreInterval(mean: number, count: number): readonly [from: number, to: number] {
  const squared = NORMAL_95 ** 2;
  const centre = (mean + squared / (2 * count)) / (1 + squared / count);
  const variance = (mean * (1 - mean)) / count + squared / (4 * count ** 2);
  const half = (NORMAL_95 * Math.sqrt(variance)) / (1 + squared / count);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
