import { ONSET_LEAD_SECONDS } from "./beat-tracking.js";
import type { OnsetStrength } from "./onset-strength.js";

/** What speaks for a set of moments being the beats, in one register. */
interface PhaseWeights {
  /** Mean stroke at the moments. */
  readonly mean: number;
  /** How far strokes differ by place in a group of two, and of four. */
  readonly inTwos: number;
  readonly inFours: number;
}

/**
 * Weights per register, lowest first: a logistic regression, without intercept, on 800 rendered
 * clips in 26 styles whose beats are known, the beats found against the moments half way between.
 * Left out one style at a time, it raises the beat F-measure at the right tempo from 85 to 88 %.
 */
const WEIGHTS: readonly PhaseWeights[] = [
  { mean: 1.86, inTwos: -1.74, inFours: 0.25 },
  { mean: -0.87, inTwos: -0.03, inFours: 0.27 },
  { mean: 0.86, inTwos: 0.43, inFours: 0.19 },
  { mean: 2.29, inTwos: -0.86, inFours: -0.9 },
  { mean: 2.3, inTwos: 1.98, inFours: 2.8 },
];
/** How much more likely the beats found are than the moments between, before looking: 2.7 to 1. */
const PRIOR_LOG_ODDS = 1;
/** Fewer beats show no pattern. */
const LEAST_BEATS = 8;
/** Onsets this far from a moment, in frames, belong to it. */
const REACH_FRAMES = 3;

/**
 * The beats, or the moments half way between them where those are the beats more likely.
 *
 * The strongest onsets are not always on the beat: reggae, funk and house put them between. What
 * tells is which register plays where, and how strokes alternate from beat to beat.
 *
 * Source: ours; the ambiguity of phase is described in A. Klapuri, A. Eronen and J. Astola, "Analysis
 * of the Meter of Acoustic Musical Signals", IEEE TASLP 14(1), 2006.
 *
 * @param beats seconds, ascending, at the right tempo
 */
export function settlePhase(beats: Float64Array, onsets: OnsetStrength): Float64Array {
  if (beats.length < LEAST_BEATS) return beats;
  const between = beats.map((time, i) => {
    const next = beats[i + 1] ?? 2 * time - beats[i - 1]!;
    return (time + next) / 2;
  });
  const logOdds = PRIOR_LOG_ODDS + evidence(beats, onsets) - evidence(between, onsets);
  if (logOdds >= 0) return beats;

  const endSeconds = onsets.frameCount / onsets.frameRate;
  const before = (3 * beats[0]! - beats[1]!) / 2;
  const inside = between.filter((time) => time < endSeconds);
  return before >= 0 ? Float64Array.from([before, ...inside]) : inside;
}

function evidence(times: Float64Array, { registers, frameRate }: OnsetStrength): number {
  return registers.reduce((sum, register, r) => {
    const { mean, inTwos, inFours } = WEIGHTS[r]!;
    const strokes = strokesAt(times, register, frameRate);
    const average = strokes.reduce((total, stroke) => total + stroke, 0) / strokes.length;
    return (
      sum +
      mean * average +
      inTwos * contrast(strokes, average, 2) +
      inFours * contrast(strokes, average, 4)
    );
  }, 0);
}

/** Root of the largest onset strength near each moment. */
function strokesAt(times: Float64Array, register: Float32Array, frameRate: number): Float64Array {
  return times.map((time) => {
    const centre = Math.round((time - ONSET_LEAD_SECONDS) * frameRate);
    let largest = 0;
    for (let frame = centre - REACH_FRAMES; frame <= centre + REACH_FRAMES; frame++) {
      largest = Math.max(largest, register[frame] ?? 0);
    }
    return Math.sqrt(largest);
  });
}

/** Deviation of the means of strokes that share a place in a group. */
function contrast(strokes: Float64Array, average: number, groupLength: number): number {
  let squares = 0;
  for (let place = 0; place < groupLength; place++) {
    const members = strokes.filter((_, i) => i % groupLength === place);
    const mean = members.reduce((sum, stroke) => sum + stroke, 0) / members.length;
    squares += (mean - average) ** 2;
  }
  return Math.sqrt(squares / groupLength);
}
