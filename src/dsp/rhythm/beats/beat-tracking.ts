/** Shortest and longest beat as a part of the given period. */
const SHORTEST_BEAT = 0.75;
const MAX_BEAT = 1.34;
/** Largest ratio of one beat to the next. */
const MAX_CHANGE = 1.16;
/** What it costs, in mean onset strengths, to change the beat by a factor of e: squared, and linear. */
const CHANGE_COST = 200;
/** What it costs to stray from the given period by a factor of e, squared. */
const STRAY_COST = 10;
/** A spectrum frame hears a stroke before its centre is there; measured on clicks of known time. */
export const ONSET_LEAD_SECONDS = 0.008;
/** Width of the Gaussian that a beat is felt with, as a part of the period. */
const BLUR = 1 / 32;

/**
 * Beats that fall on strong onsets at a nearly steady distance close to the given tempo.
 *
 * A beat is known by its frame and the distance to the one before; the sequence with the highest
 * sum of onset strength, less what changes of distance cost, is found by dynamic programming. So a
 * tempo that drifts is followed, and one missing onset is bridged.
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
  const strength = feltStrength(onsets, BLUR * period);
  if (strength === null || onsets.length < period) return new Float64Array(0);
  const frames = bestBeatFrames(strength, period);
  return Float64Array.from(
    frames,
    (frame) => refinedFrame(strength, frame) / frameRate + ONSET_LEAD_SECONDS,
  );
}

/** The curve under a Gaussian, in units of its root mean square; null when it is zero. */
function feltStrength(onsets: Float32Array, sigma: number): Float32Array | null {
  const reach = Math.max(1, Math.round(3 * sigma));
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / Math.max(1, sigma)) ** 2),
  );
  const felt = new Float32Array(onsets.length);
  let energy = 0;
  for (let frame = 0; frame < onsets.length; frame++) {
    let sum = 0;
    const first = Math.max(0, frame - reach);
    const end = Math.min(onsets.length, frame + reach + 1);
    for (let i = first; i < end; i++) sum += kernel[i - frame + reach]! * onsets[i]!;
    felt[frame] = sum;
    energy += sum * sum;
  }
  if (energy === 0) return null;
  const scale = 1 / Math.sqrt(energy / onsets.length);
  return felt.map((value) => value * scale);
}

function bestBeatFrames(strength: Float32Array, period: number): number[] {
  const shortest = Math.max(2, Math.round(SHORTEST_BEAT * period));
  const max = Math.max(shortest + 1, Math.round(MAX_BEAT * period));
  const width = max - shortest + 1;
  const costs = changeCosts(shortest, width, period);
  const { firsts, ends } = reachableStates(shortest, width);
  // Scores reach back one beat at most, so a ring of that many frames will do.
  const ring = max + 1;
  const scores = new Float32Array(ring * width);
  const previous = new Uint8Array(strength.length * width);
  for (let frame = 0; frame < strength.length; frame++) {
    const own = strength[frame]!;
    const row = (frame % ring) * width;
    for (let state = 0; state < width; state++) {
      const from = frame - shortest - state;
      const place = frame * width + state;
      if (from < 0) {
        scores[row + state] = own;
        previous[place] = state;
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
      previous[place] = bestState;
    }
  }
  return tracedBack(scores, previous, shortest, width, ring, strength.length);
}

/** For every state the range, end exclusive, of states that a beat of that length may follow. */
function reachableStates(
  shortest: number,
  width: number,
): { readonly firsts: Int32Array; readonly ends: Int32Array } {
  const lengths = Float64Array.from({ length: width }, (_, state) => shortest + state);
  return {
    firsts: Int32Array.from(lengths, (length) =>
      Math.max(0, Math.floor(length / MAX_CHANGE) - shortest),
    ),
    ends: Int32Array.from(lengths, (length) =>
      Math.min(width, Math.ceil(length * MAX_CHANGE) - shortest + 1),
    ),
  };
}

function changeCosts(shortest: number, width: number, period: number): Float32Array {
  const costs = new Float32Array(width * width);
  for (let state = 0; state < width; state++) {
    const stray = Math.log((shortest + state) / period);
    for (let earlier = 0; earlier < width; earlier++) {
      const change = Math.log((shortest + state) / (shortest + earlier));
      costs[state * width + earlier] = CHANGE_COST * change * change + STRAY_COST * stray * stray;
    }
  }
  return costs;
}

function tracedBack(
  scores: Float32Array,
  previous: Uint8Array,
  shortest: number,
  width: number,
  ring: number,
  frameCount: number,
): number[] {
  let frame = -1;
  let state = 0;
  let best = -Infinity;
  for (let last = Math.max(0, frameCount - shortest); last < frameCount; last++) {
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
    frame -= shortest + state;
    state = earlier;
  }
  return frames.reverse();
}

/** Frame of a beat moved to the top of a parabola through it and its neighbours, if it is a maximum. */
function refinedFrame(strength: Float32Array, frame: number): number {
  const before = strength[frame - 1] ?? 0;
  const after = strength[frame + 1] ?? 0;
  const curvature = before - 2 * strength[frame]! + after;
  const isMaximum = strength[frame]! >= before && strength[frame]! >= after && curvature < 0;
  return isMaximum ? frame + (0.5 * (before - after)) / curvature : frame;
}
