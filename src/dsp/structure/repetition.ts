import type { LocalKeyFeatures } from "./timeline-features.js";

/*
 * These constants were chosen on 40 songs of POP909, rendered by `src/training/structure/render_songs.py`, with
 * the scores of `test/evaluation/structure/evaluate-sections.ts`.
 */
/** Similarity from which frames count for a repetition; below it they count against it. */
const MIN_SIMILARITY = 0.5;
/** Minimum sum of similarities above that of a repetition, and the sum from which it counts fully. */
const MIN_SUM = 5;
const FULL_SUM = 10;
/** Fall of the sum below its maximum at which a repetition has ended. */
const MAX_FALL = 2.5;
/** Standard deviation of the places of ends, frames. */
const END_DEVIATION = 2;
/** Evidence of a frame, relative to the others, that does not begin a bar. */
const SHARE_WITHIN_BAR = 0.2;
/** Minimum share of the shorter of two ranges that is compared. */
const MIN_OVERLAP = 0.7;
/** Pitch classes. */
const CLASS_COUNT = 12;
/** Minimum length of a repetition, frames: three bars of four beats. */
const MIN_FRAMES = 12;
/** Minimum distance of what is repeated from its repetition, frames: two bars of four beats. */
const MIN_LAG = 8;

/** How alike the harmonies of all frames of a recording are, melody included. */
export interface HarmonicSimilarity {
  readonly frameCount: number;
  /** A symmetric matrix, row after row, of values in [-1, 1]. */
  readonly values: Float32Array;
}

/** A range of frames, end exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Compares the harmonies of all pairs of frames: the cosine of their deviations from the mean harmony. Frames in
 * different keys are also compared by their distance from the tonic, and the larger value counts, so that a
 * chorus a semitone higher repeats the ones before.
 *
 * Source: the self-similarity matrix of J. Foote, "Visualizing Music and Audio Using Self-Similarity", Proc. ACM
 * Multimedia, 1999, over chroma as in M. Bartsch and G. Wakefield, "Audio Thumbnailing of Popular Music Using
 * Chroma-Based Representations", IEEE Trans. Multimedia 7(1), 2005; the use of local keys is ours.
 *
 * @param harmonies twelve pitch classes of each frame, >= 0; zero where there is none
 * @param tonics of the key of each frame, minor keys by that of their relative major; integer in [0, 11]
 */
export function harmonicSimilarity(
  harmonies: readonly Float64Array[],
  tonics: readonly number[],
): HarmonicSimilarity {
  const frameCount = harmonies.length;
  const rows = centred(harmonies);
  const hasKeys = tonics.some((tonic) => tonic !== tonics[0]);
  const turned = hasKeys ? centred(harmonies.map((row, i) => turnedBy(row, tonics[i]!))) : rows;
  const values = new Float32Array(frameCount * frameCount);
  for (let i = 0; i < frameCount; i++) {
    for (let j = i; j < frameCount; j++) {
      const plain = product(rows, i, j);
      const value = tonics[i] === tonics[j] ? plain : Math.max(plain, product(turned, i, j));
      values[i * frameCount + j] = value;
      values[j * frameCount + i] = value;
    }
  }
  return { frameCount, values };
}

/** The tonic of each frame as `harmonicSimilarity` takes it. */
export function tonicsOf(
  edges: Float64Array,
  localKeys: readonly LocalKeyFeatures[],
): readonly number[] {
  return Array.from(edges.subarray(0, -1), (start, i) => {
    const middle = (start + edges[i + 1]!) / 2;
    const key = localKeys.find(({ endSeconds }) => endSeconds > middle);
    return key ? (key.tonic + (key.mode === "minor" ? 3 : 0)) % CLASS_COUNT : 0;
  });
}

/** Unit vectors of the deviations from the mean, all in one array; zero where there is no harmony. */
function centred(harmonies: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(CLASS_COUNT);
  const sounding = harmonies.filter((row) => row.some((value) => value > 0));
  for (const row of sounding) row.forEach((value, i) => (mean[i]! += value / sounding.length));
  const rows = new Float64Array(harmonies.length * CLASS_COUNT);
  harmonies.forEach((row, index) => {
    if (!row.some((value) => value > 0)) return;
    const own = row.map((value, i) => value - mean[i]!);
    const length = Math.hypot(...own);
    if (length > 0)
      rows.set(
        own.map((value) => value / length),
        index * CLASS_COUNT,
      );
  });
  return rows;
}

function turnedBy(row: Float64Array, tonic: number): Float64Array {
  return row.map((_, i) => row[(i + tonic) % CLASS_COUNT]!);
}

function product(rows: Float64Array, one: number, other: number): number {
  const [a, b] = [one * CLASS_COUNT, other * CLASS_COUNT];
  let sum = 0;
  for (let i = 0; i < CLASS_COUNT; i++) sum += rows[a + i]! * rows[b + i]!;
  return sum;
}

/**
 * Returns how strongly repetitions begin or end at the start of each frame, in [0, 1].
 *
 * A repetition is a run along a diagonal of the matrix with the largest sum of similarities above a threshold; a
 * few frames that differ do not end it. Both occurrences count at both ends. Where bars are known, other frames
 * count little, since sections begin with bars.
 *
 * Source: runs on diagonals as in M. Goto, "A Chorus Section Detection Method for Musical Audio Signals and Its
 * Application to a Music Listening Station", IEEE Trans. Audio, Speech, and Language Processing 14(5),
 * 2006; found here as local alignments without gaps, T. Smith and M. Waterman, "Identification of Common
 * Molecular Subsequences", J. Molecular Biology 147, 1981.
 *
 * @param isBarStart for each frame
 */
export function repetitionEdges(
  similarity: HarmonicSimilarity,
  isBarStart: readonly boolean[],
): Float64Array {
  const votes = new Float64Array(similarity.frameCount + 1);
  for (let lag = MIN_LAG; lag < similarity.frameCount; lag++) addRuns(similarity, lag, votes);
  const hasBars = isBarStart.includes(true);
  const reach = Math.ceil(2.5 * END_DEVIATION);
  return Float64Array.from({ length: similarity.frameCount }, (_, frame) => {
    if (frame === 0) return 0;
    let sum = 0;
    for (let offset = -reach; offset <= reach; offset++) {
      sum += (votes[frame + offset] ?? 0) * Math.exp(-0.5 * (offset / END_DEVIATION) ** 2);
    }
    const evidence = 1 - Math.exp(-sum);
    return hasBars && !isBarStart[frame] ? SHARE_WITHIN_BAR * evidence : evidence;
  });
}

/** Adds the ends of all runs on a diagonal, each by how long and alike it is. */
function addRuns(
  { frameCount, values }: HarmonicSimilarity,
  lag: number,
  votes: Float64Array,
): void {
  let [sum, from, best, to] = [0, 0, 0, 0];
  for (let frame = 0; frame + lag <= frameCount; frame++) {
    const isLast = frame + lag === frameCount;
    if (!isLast) {
      if (sum <= 0) [sum, from, best] = [0, frame, 0];
      sum += values[frame * frameCount + frame + lag]! - MIN_SIMILARITY;
      if (sum > best) [best, to] = [sum, frame + 1];
    }
    if (!isLast && sum > 0 && best - sum <= MAX_FALL) continue;
    if (best >= MIN_SUM && to - from >= MIN_FRAMES) {
      const vote = Math.min(1, best / FULL_SUM);
      for (const at of [from, to, from + lag, to + lag]) votes[at]! += vote;
    }
    [sum, best] = [0, 0];
  }
}

/**
 * Returns the mean similarity of two ranges of frames, one laid beside the other where they are most alike, in
 * [-1, 1]; null where the shorter one is too short to tell. Seven tenths of it must overlap.
 */
export function pathSimilarity(
  { frameCount, values }: HarmonicSimilarity,
  one: Range,
  other: Range,
): number | null {
  const [short, long] = one.to - one.from <= other.to - other.from ? [one, other] : [other, one];
  const [length, room] = [short.to - short.from, long.to - long.from];
  if (length < MIN_LAG) return null;
  const overlap = Math.max(MIN_LAG, Math.round(MIN_OVERLAP * length));
  let best = -1;
  for (let offset = overlap - length; offset <= room - overlap; offset++) {
    const [first, end] = [Math.max(0, -offset), Math.min(length, room - offset)];
    let sum = 0;
    for (let i = first; i < end; i++) {
      sum += values[(short.from + i) * frameCount + long.from + offset + i]!;
    }
    best = Math.max(best, sum / (end - first));
  }
  return best;
}
