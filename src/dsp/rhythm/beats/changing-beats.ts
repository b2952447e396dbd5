import { onsetsWithin, type OnsetStrength } from "../onset-strength.js";
import { type TempoCandidate, rankTempi, tempoDistribution } from "../tempo/tempo.js";
import type { TempoChange } from "../tempo/tempo-change.js";
import { refineTempo } from "../tempo/tempo-refinement.js";
import { tempogram } from "../tempo/tempogram.js";
import { detectBeats } from "./beat-tracking.js";

const CANDIDATE_COUNT = 4;

/** Maximum distance of the ratio of two tempi from that of the change, octaves. */
const RATIO_TOLERANCE = 0.1;

/** Distance from a change, as it was found, within which it is placed anew, seconds. */
const REACH_SECONDS = 10;

/** Minimum distance of the beats on either side of a change, in beats of the faster tempo. */
const MIN_GAP = 0.7;

/** Beats tracked at one tempo. */
interface TrackedBeats {
  /** Seconds, ascending. */
  readonly times: Float64Array;
  readonly periodSeconds: number;
  /** Mean evidence of a beat. */
  readonly strength: number;
}

/**
 * Detects beats on either side of a change of tempo, each at its own tempo.
 *
 * The tempi are the likeliest pair whose ratio is that of the change. Both are tracked past the change, and the moment
 * from which the second one counts is where the evidence for the beats is strongest.
 *
 * @param evidence as `detectBeats` takes it; @param stepRate its values per second
 * @returns beat times in seconds, ascending; null where no two tempi have that ratio
 */
export function detectChangingBeats(
  onsets: OnsetStrength,
  evidence: Float32Array,
  stepRate: number,
  { frame, ratio }: TempoChange,
): Float64Array | null {
  const before = onsetsWithin(onsets, { first: 0, end: frame });
  const after = onsetsWithin(onsets, { first: frame, end: onsets.frameCount });
  const tempi = likeliestPair(tempiOf(before), tempiOf(after), ratio);
  if (tempi === null) return null;
  const at = frame / onsets.frameRate;
  const [from, to] = [Math.max(0, at - REACH_SECONDS), at + REACH_SECONDS];
  const first = tracked(evidence.subarray(0, Math.ceil(to * stepRate)), stepRate, {
    bpm: refineTempo(before.total, before.frameRate, tempi[0]),
    startSeconds: 0,
  });
  const start = Math.floor(from * stepRate);
  const second = tracked(evidence.subarray(start), stepRate, {
    bpm: refineTempo(after.total, after.frameRate, tempi[1]),
    startSeconds: start / stepRate,
  });
  const strengthAt = (time: number): number => strengthNear(evidence, time * stepRate);
  const split = bestSplit(first, second, { from, to, strengthAt });
  const own = first.times.filter((time) => time < split);
  const gap = MIN_GAP * Math.min(first.periodSeconds, second.periodSeconds);
  const last = own[own.length - 1] ?? -Infinity;
  return Float64Array.of(
    ...own,
    ...second.times.filter((time) => time >= split && time >= last + gap),
  );
}

function tempiOf(onsets: OnsetStrength): readonly TempoCandidate[] {
  return rankTempi(tempoDistribution(tempogram(onsets)), CANDIDATE_COUNT);
}

function likeliestPair(
  before: readonly TempoCandidate[],
  after: readonly TempoCandidate[],
  ratio: number,
): readonly [number, number] | null {
  let [best, pair]: [number, readonly [number, number] | null] = [0, null];
  for (const one of before) {
    for (const other of after) {
      const isRatio = Math.abs(Math.log2(other.bpm / one.bpm / ratio)) < RATIO_TOLERANCE;
      if (!isRatio || one.confidence * other.confidence <= best) continue;
      best = one.confidence * other.confidence;
      pair = [one.bpm, other.bpm];
    }
  }
  return pair;
}

function tracked(
  evidence: Float32Array,
  stepRate: number,
  { bpm, startSeconds }: { readonly bpm: number; readonly startSeconds: number },
): TrackedBeats {
  const times = detectBeats(evidence, stepRate, bpm);
  const sum = times.reduce((total, time) => total + strengthNear(evidence, time * stepRate), 0);
  return {
    times: times.map((time) => time + startSeconds),
    periodSeconds: 60 / bpm,
    strength: sum / Math.max(1, times.length),
  };
}

/** Largest evidence at a step and its neighbours. */
function strengthNear(evidence: Float32Array, step: number): number {
  const near = Math.round(step);
  return Math.max(evidence[near - 1] ?? 0, evidence[near] ?? 0, evidence[near + 1] ?? 0);
}

/** The moment in a range before which the first beats, and from which the second ones, are strongest. */
function bestSplit(
  first: TrackedBeats,
  second: TrackedBeats,
  given: {
    readonly from: number;
    readonly to: number;
    readonly strengthAt: (time: number) => number;
  },
): number {
  const { from, to, strengthAt } = given;
  // The evidence of a beat counts for its period, so that a faster tempo has no advantage.
  const gains = [
    ...[...first.times].map((time) => ({ time, gain: worth(first, strengthAt(time)) })),
    ...[...second.times].map((time) => ({ time, gain: -worth(second, strengthAt(time)) })),
  ]
    .filter(({ time }) => time >= from && time < to)
    .sort((a, b) => a.time - b.time);
  let [sum, best, split] = [0, 0, from];
  for (const [index, { gain }] of gains.entries()) {
    sum += gain;
    if (sum <= best) continue;
    best = sum;
    split = gains[index + 1]?.time ?? to;
  }
  return split;
}

function worth({ strength, periodSeconds }: TrackedBeats, own: number): number {
  return strength > 0 ? (periodSeconds * own) / strength : 0;
}
