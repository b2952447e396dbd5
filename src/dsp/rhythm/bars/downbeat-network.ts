import { ResidualNetwork } from "../../network/residual-network.js";
import { BEAT_CUE_COUNT } from "./beat-cues.js";
import { storedDownbeatNets } from "./downbeat-network-weights.js";

/** Their outputs are the two curves of `BarEvidence`. */
const NETS = storedDownbeatNets.map(
  (stored) =>
    new ResidualNetwork(stored, {
      inputCount: BEAT_CUE_COUNT,
      mapCount: 20,
      firstWidth: 3,
      dilations: [1, 2, 4, 8],
      outputCount: 2,
    }),
);

/** Log odds of each beat. */
export interface BarEvidence {
  /** That it begins a bar. */
  readonly downbeats: Float32Array;
  /** That bars have two beats of three parts each, as in 6/8. */
  readonly six: Float32Array;
}

/**
 * Computes how likely each beat is the first of a bar, and how likely bars are in six, with small
 * convolutional networks over beats.
 *
 * They read the cues of 16 beats to either side: several bars, whose patterns of drums and harmony show
 * where bars begin. The log odds of all networks are averaged.
 *
 * Source: the beat-synchronous convolutions of S. Durand et al. (see `beat-cues.ts`), as the dilated
 * convolutions of `residual-network.ts`. Weights: see `downbeat-network-weights.json`.
 *
 * @param cues as `beatCues` returns them
 */
export function barEvidence(cues: readonly Float32Array[]): BarEvidence {
  const count = cues[0]?.length ?? 0;
  const [downbeats, six] = [new Float32Array(count), new Float32Array(count)];
  for (const net of NETS) {
    const [ofDownbeats, ofSix] = net.outputs(cues) as [Float32Array, Float32Array];
    for (let beat = 0; beat < count; beat++) {
      downbeats[beat]! += ofDownbeats[beat]! / NETS.length;
      six[beat]! += ofSix[beat]! / NETS.length;
    }
  }
  return { downbeats, six };
}
