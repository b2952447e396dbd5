import { bestBeatFrames } from "./beat-path.js";

/**
 * Time from the frame in which an onset is detected to the onset itself, seconds; measured on clicks of
 * known time.
 */
export const ONSET_LEAD_SECONDS = 0.008;
/** Standard deviation of the Gaussian that smooths the onsets, as a fraction of the period. */
const BLUR = 1 / 32;

/**
 * Detects beats that fall on strong onsets at nearly constant intervals close to the given tempo.
 *
 * A state is the frame of a beat and the interval from the beat before; the sequence with the highest
 * sum of onset strength, minus the costs of changes of interval, is found by dynamic programming. So a
 * drifting tempo is followed, and a missing onset is bridged.
 *
 * Source: D. P. W. Ellis, "Beat Tracking by Dynamic Programming", J. New Music Research 36(1), 2007,
 * with the state of F. Krebs, S. Boeck and G. Widmer, "An Efficient State-Space Model for Joint Tempo
 * and Meter Tracking", Proc. ISMIR, 2015: the tempo belongs to the state, and changes at beats only.
 *
 * @param onsets one value per frame, >= 0
 * @param bpm tempo to follow, > 0
 * @returns beat times in seconds, ascending; none when the curve is shorter than a beat or zero
 */
export function detectBeats(onsets: Float32Array, frameRate: number, bpm: number): Float64Array {
  const period = (60 * frameRate) / bpm;
  const strength = normalisedStrength(onsets, BLUR * period);
  if (strength === null || onsets.length < period) return new Float64Array(0);
  const frames = bestBeatFrames(strength, period);
  return Float64Array.from(
    frames,
    (frame) => refinedFrame(strength, frame) / frameRate + ONSET_LEAD_SECONDS,
  );
}

/** The curve smoothed by a Gaussian, divided by its root mean square; null when it is zero. */
function normalisedStrength(onsets: Float32Array, sigma: number): Float32Array | null {
  const reach = Math.max(1, Math.round(3 * sigma));
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / Math.max(1, sigma)) ** 2),
  );
  const smoothed = new Float32Array(onsets.length);
  let energy = 0;
  for (let frame = 0; frame < onsets.length; frame++) {
    let sum = 0;
    const first = Math.max(0, frame - reach);
    const end = Math.min(onsets.length, frame + reach + 1);
    for (let i = first; i < end; i++) sum += kernel[i - frame + reach]! * onsets[i]!;
    smoothed[frame] = sum;
    energy += sum * sum;
  }
  if (energy === 0) return null;
  const scale = 1 / Math.sqrt(energy / onsets.length);
  return smoothed.map((value) => value * scale);
}

/** Frame of a beat moved to the peak of a parabola through it and its neighbours, if it is a maximum. */
function refinedFrame(strength: Float32Array, frame: number): number {
  const before = strength[frame - 1] ?? 0;
  const after = strength[frame + 1] ?? 0;
  const curvature = before - 2 * strength[frame]! + after;
  const isMaximum = strength[frame]! >= before && strength[frame]! >= after && curvature < 0;
  return isMaximum ? frame + (0.5 * (before - after)) / curvature : frame;
}
