/** Minimum and maximum beat as a fraction of the given period. */
const MIN_BEAT = 0.75;
const MAX_BEAT = 1.34;
/** Maximum ratio of one beat to the next. */
const MAX_CHANGE = 1.16;
/** Cost, in mean onset strengths, of a change of interval by a factor of e, quadratic in the logarithm. */
const CHANGE_COST = 200;
/** Cost of a deviation from the given period by a factor of e, quadratic in the logarithm. */
const DEVIATION_COST = 10;
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

function bestBeatFrames(strength: Float32Array, period: number): number[] {
  const minLength = Math.max(2, Math.round(MIN_BEAT * period));
  const max = Math.max(minLength + 1, Math.round(MAX_BEAT * period));
  const width = max - minLength + 1;
  const costs = changeCosts(minLength, width, period);
  const { firsts, ends } = reachableStates(minLength, width);
  // Scores depend on at most one beat before, so a ring buffer of that many frames is sufficient.
  const ring = max + 1;
  const scores = new Float32Array(ring * width);
  const previous = new Uint8Array(strength.length * width);
  for (let frame = 0; frame < strength.length; frame++) {
    const own = strength[frame]!;
    const row = (frame % ring) * width;
    for (let state = 0; state < width; state++) {
      const from = frame - minLength - state;
      const index = frame * width + state;
      if (from < 0) {
        scores[row + state] = own;
        previous[index] = state;
        continue;
      }
      const fromRow = (from % ring) * width;
      let best = -Infinity;
      let bestState = state;
      for (let earlier = firsts[state]!; earlier < ends[state]!; earlier++) {
        const score = scores[fromRow + earlier]! - costs[state * width + earlier]!;
        if (score > best) {
          best = score;
          bestState = earlier;
        }
      }
      scores[row + state] = own + best;
      previous[index] = bestState;
    }
  }
  return tracedBack(scores, previous, minLength, width, ring, strength.length);
}

/** For each state the range, end exclusive, of states that may precede it. */
function reachableStates(
  minLength: number,
  width: number,
): { readonly firsts: Int32Array; readonly ends: Int32Array } {
  const lengths = Float64Array.from({ length: width }, (_, state) => minLength + state);
  return {
    firsts: Int32Array.from(lengths, (length) =>
      Math.max(0, Math.floor(length / MAX_CHANGE) - minLength),
    ),
    ends: Int32Array.from(lengths, (length) =>
      Math.min(width, Math.ceil(length * MAX_CHANGE) - minLength + 1),
    ),
  };
}

function changeCosts(minLength: number, width: number, period: number): Float32Array {
  const costs = new Float32Array(width * width);
  for (let state = 0; state < width; state++) {
    const deviation = Math.log((minLength + state) / period);
    for (let earlier = 0; earlier < width; earlier++) {
      const change = Math.log((minLength + state) / (minLength + earlier));
      costs[state * width + earlier] =
        CHANGE_COST * change * change + DEVIATION_COST * deviation * deviation;
    }
  }
  return costs;
}

function tracedBack(
  scores: Float32Array,
  previous: Uint8Array,
  minLength: number,
  width: number,
  ring: number,
  frameCount: number,
): number[] {
  let frame = -1;
  let state = 0;
  let best = -Infinity;
  for (let last = Math.max(0, frameCount - minLength); last < frameCount; last++) {
    for (let candidate = 0; candidate < width; candidate++) {
      const score = scores[(last % ring) * width + candidate]!;
      if (score > best) {
        best = score;
        frame = last;
        state = candidate;
      }
    }
  }
  const frames: number[] = [];
  while (frame >= 0) {
    frames.push(frame);
    const earlier = previous[frame * width + state]!;
    frame -= minLength + state;
    state = earlier;
  }
  return frames.reverse();
}

/** Frame of a beat moved to the peak of a parabola through it and its neighbours, if it is a maximum. */
function refinedFrame(strength: Float32Array, frame: number): number {
  const before = strength[frame - 1] ?? 0;
  const after = strength[frame + 1] ?? 0;
  const curvature = before - 2 * strength[frame]! + after;
  const isMaximum = strength[frame]! >= before && strength[frame]! >= after && curvature < 0;
  return isMaximum ? frame + (0.5 * (before - after)) / curvature : frame;
}
