import { meanOutputs } from "../../network/mean-outputs.js";
import { ResidualNetwork } from "../../network/residual-network.js";
import type { StoredWeights } from "../../network/stored-weights.js";
import { BEAT_CUE_COUNT } from "./beat-cues.js";
import { storedCompoundNets } from "./compound-network-weights.js";
import { storedDownbeatNets } from "./downbeat-network-weights.js";

/** Networks for downbeats; their second output, which they learnt beside it, is not used. */
const DOWNBEAT_NETS = storedDownbeatNets.map((stored) => network(stored, 2));
const COMPOUND_NETS = storedCompoundNets.map((stored) => network(stored, 1));

/** Log odds of each beat. */
export interface BarEvidence {
  /** That it begins a bar. */
  readonly downbeats: Float32Array;
  /** That it belongs to bars of two or three beats of three parts each: 6/8 and 9/8. */
  readonly compound: Float32Array;
}

/**
 * Computes how likely each beat is the first of a bar, and how likely its bar is in compound time, with small
 * convolutional networks over beats.
 *
 * They read the cues of 16 beats to either side: several bars, whose patterns of drums and harmony show
 * where bars begin. The log odds of all networks of a kind are averaged.
 *
 * Source: the beat-synchronous convolutions of S. Durand et al. (see `beat-cues.ts`), as the dilated
 * convolutions of `residual-network.ts`. Weights: see `downbeat-network-weights.json` and
 * `compound-network-weights.json`.
 *
 * @param cues as `beatCues` returns them
 */
export function barEvidence(cues: readonly Float32Array[]): BarEvidence {
  return {
    downbeats: meanOutputs(DOWNBEAT_NETS, cues)[0]!,
    compound: meanOutputs(COMPOUND_NETS, cues)[0]!,
  };
}

function network(stored: StoredWeights, outputCount: number): ResidualNetwork {
  return new ResidualNetwork(stored, {
    inputCount: BEAT_CUE_COUNT,
    mapCount: 20,
    firstWidth: 3,
    dilations: [1, 2, 4, 8],
    outputCount,
  });
}
