import { indexOfMax } from "../signal/index-of-max.js";
import { estimateKey, type KeyEstimate, type KeyReading } from "./key.js";

/** A key, and the rows of the pitchgram for which it holds: the first, and the one after the last. */
export interface LocalKeySpan extends KeyEstimate {
  readonly startRow: number;
  readonly endRow: number;
}

const KEY_COUNT = 24;
/**
 * Cost of a change of key, as a natural logarithm of probability. With it no excerpt of 15 to 30 s in one
 * key shows a change, songs that end a semitone higher show theirs, and nineteen in twenty pieces of
 * 30 s that are joined to one in another key do (`npm run evaluate`).
 */
const CHANGE_COST = 5;

/** A run of readings in one key: index of the first, and index after the last. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Detects the keys of a recording over time, and the moments at which the key changes.
 *
 * The likeliest sequence of keys under a hidden Markov model whose observations are the network's
 * readings and in which changes are rare; each change is then moved to the row at which chroma changes
 * from the mean of the first key to that of the second. So a chord from another key, or one wrong
 * reading, changes nothing. Gain does not change the result; transposition moves all keys alike.
 *
 * Source: W. Chai and B. Vercoe, "Detection of Key Change in Classical Piano Music", Proc. ISMIR,
 * 2005 (hidden Markov model over keys, Viterbi decoding); the moment of change as the maximum
 * likelihood change-point of D. V. Hinkley, "Inference About the Change-Point in a Sequence of
 * Random Variables", Biometrika 57(1), 1970.
 *
 * @param chroma one row per row of the pitchgram, as `chromagram` returns them
 * @returns spans without gaps over all rows; one where the key does not change, none without readings
 */
export function detectLocalKeys(
  readings: readonly KeyReading[],
  chroma: readonly Float64Array[],
): readonly LocalKeySpan[] {
  const runs = runsOf(mostLikelyKeys(readings));
  const changes = runs.slice(1).map((run, index) => changeRow(readings, runs[index]!, run, chroma));
  return runs.flatMap(({ from, to }, index) => {
    const key = estimateKey(readings.slice(from, to));
    const startRow = changes[index - 1] ?? 0;
    return key ? [{ ...key, startRow, endRow: changes[index] ?? chroma.length }] : [];
  });
}

/** Viterbi decoding: the key of each reading in the most likely sequence. */
function mostLikelyKeys(readings: readonly KeyReading[]): number[] {
  let scores = new Float64Array(KEY_COUNT);
  const origins = readings.map(({ evidence }) => {
    const best = indexOfMax(scores);
    const afterChange = scores[best]! - CHANGE_COST;
    const stays = scores.map((score) => (score >= afterChange ? 1 : 0));
    scores = scores.map((score, key) => Math.max(score, afterChange) + evidence[key]!);
    return { best, stays };
  });
  let key = indexOfMax(scores);
  return origins
    .reverse()
    .map(({ best, stays }) => {
      const current = key;
      key = stays[key] === 1 ? key : best;
      return current;
    })
    .reverse();
}

function runsOf(keys: readonly number[]): Run[] {
  const starts = keys.flatMap((key, index) => (key === keys[index - 1] ? [] : [index]));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? keys.length }));
}

/** The row at which chroma changes from that of the run before to that of the run after. */
function changeRow(
  readings: readonly KeyReading[],
  before: Run,
  after: Run,
  chroma: readonly Float64Array[],
): number {
  const last = readings[before.to - 1]!;
  const first = readings[after.from]!;
  const [from, to] = [middleOf(last), middleOf(first)];
  const reach = Math.max(1, Math.round((to - from) / 2));
  const soundBefore = meanRow(chroma, readings[before.from]!.startRow, from);
  const soundAfter = meanRow(chroma, to, readings[after.to - 1]!.endRow);
  const end = Math.min(chroma.length, to + reach);
  let [best, bestRow, sum] = [-Infinity, from, 0];
  for (let row = Math.max(0, from - reach); row <= end; row++) {
    if (sum > best) [best, bestRow] = [sum, row];
    const values = chroma[row];
    if (values && row < end && isSounding(values))
      sum += distance(values, soundAfter) - distance(values, soundBefore);
  }
  return bestRow;
}

function isSounding(row: Float64Array): boolean {
  return row.some((value) => value > 0);
}

function middleOf({ startRow, endRow }: KeyReading): number {
  return Math.round((startRow + endRow) / 2);
}

function meanRow(rows: readonly Float64Array[], from: number, to: number): Float64Array {
  const mean = new Float64Array(12);
  for (const row of rows.slice(from, to)) {
    for (let i = 0; i < 12; i++) mean[i]! += row[i]! / (to - from);
  }
  return mean;
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}
