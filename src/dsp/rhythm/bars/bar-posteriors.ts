import { SLIP_COST } from "./bar-path.js";

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
