import { calibrated, type Calibration } from "../calibration.js";
import { downbeatPosteriors } from "./bar-posteriors.js";

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
