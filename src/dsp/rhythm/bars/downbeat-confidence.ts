import { calibrated, type Calibration } from "../calibration.js";
import { SLIP_COST } from "./bar-path.js";

/**
 * Factor of the evidence of one beat. The evidence of a network for the beats of a recording is not
 * independent: it errs alike from bar to bar, so that its sum is far too sure. Of 1, 0.3, 0.1 and 0.05 this one
 * predicts the scores of the clips of the calibration best.
 */
const EVIDENCE_SHARE = 0.1;

/** Bars of the longest clips of the calibration; more bars are not trusted more. */
const MAX_BARS = 12;

/**
 * Fitted by `test/evaluation/training/fit-downbeat-confidence.ts` on 718 clips of 22 s that the downbeat nets did
 * not learn from: 400 by `compose_clips.py --seed 2` and every fourth of `render_billboard.py --seed 1`. By the
 * constants of the other half of the clips, 51 % are expected and 49 % right below 0.6, 71 and 72 % from 0.6
 * to 0.8, 85 and 87 % above.
 */
const CALIBRATION: Calibration = { intercept: -0.188, slope: 0.213 };

/**
 * Returns the confidence of downbeats, (0, 1): about the share of them that are right, which also depends
 * on whether the beats and the metre are.
 *
 * @param certainty as `phaseCertainty` returns it
 */
export function downbeatConfidence(certainty: number): number {
  return calibrated(certainty, CALIBRATION);
}

/**
 * Returns how clearly the evidence prefers the chosen beats to the others of their bars, [0, 1]: the mean
 * probability of the chosen beats to begin a bar.
 *
 * @param logOdds of each beat to be a downbeat
 * @param beatsPerBar integer >= 2
 * @param starts indices of the chosen beats; at least one
 */
export function phaseCertainty(
  logOdds: Float32Array,
  beatsPerBar: number,
  starts: readonly number[],
): number {
  const share = EVIDENCE_SHARE * Math.min(1, MAX_BARS / starts.length);
  const posteriors = downbeatPosteriors(
    logOdds.map((odds) => share * odds),
    beatsPerBar,
  );
  return starts.reduce((sum, beat) => sum + posteriors[beat]!, 0) / starts.length;
}

/**
 * Returns the probability of each beat to begin a bar, under the model whose most likely path is
 * `barPath` for bars of one length: forward and backward probabilities of every position in the bar.
 *
 * Source: L. Rabiner, "A Tutorial on Hidden Markov Models", Proc. IEEE 77(2), 1989, III.A.
 *
 * @param logOdds of each beat to be a downbeat
 * @param beatsPerBar integer >= 2
 * @returns one value in [0, 1] per beat
 */
export function downbeatPosteriors(logOdds: Float32Array, beatsPerBar: number): Float64Array {
  const count = logOdds.length;
  const forward = new Float64Array(count * beatsPerBar);
  const backward = new Float64Array(count * beatsPerBar);
  for (let beat = 0; beat < count; beat++) {
    for (let place = 0; place < beatsPerBar; place++) {
      const evidence = place === 0 ? logOdds[beat]! : 0;
      const before = forward.subarray((beat - 1) * beatsPerBar, beat * beatsPerBar);
      const counted = (place + beatsPerBar - 1) % beatsPerBar;
      forward[beat * beatsPerBar + place] = evidence + (beat === 0 ? 0 : arrival(before, counted));
    }
  }
  for (let beat = count - 2; beat >= 0; beat--) {
    const after = backward
      .subarray((beat + 1) * beatsPerBar, (beat + 2) * beatsPerBar)
      .map((value, place) => value + (place === 0 ? logOdds[beat + 1]! : 0));
    for (let place = 0; place < beatsPerBar; place++) {
      backward[beat * beatsPerBar + place] = arrival(after, (place + 1) % beatsPerBar);
    }
  }
  return Float64Array.from(logOdds, (_, beat) => {
    const from = beat * beatsPerBar;
    const joint = forward
      .subarray(from, from + beatsPerBar)
      .map((value, place) => value + backward[from + place]!);
    return Math.exp(joint[0]! - logSum(joint));
  });
}

/** Log probability of a step from or to the counted position, or from or to any other by a slip. */
function arrival(scores: Float64Array, counted: number): number {
  return logSum(scores.map((score, place) => (place === counted ? score : score - SLIP_COST)));
}

/** Logarithm of the sum of the exponentials. */
function logSum(values: Float64Array): number {
  const max = values.reduce((highest, value) => Math.max(highest, value), -Infinity);
  return max + Math.log(values.reduce((sum, value) => sum + Math.exp(value - max), 0));
}
