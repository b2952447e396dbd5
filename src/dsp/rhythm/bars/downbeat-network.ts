import {
  downbeatNetFrom,
  type BeatConvolution,
  type DownbeatNetWeights,
} from "./downbeat-network-layout.js";
import { storedDownbeatNets } from "./downbeat-network-weights.js";

const NETS: readonly DownbeatNetWeights[] = storedDownbeatNets.map(downbeatNetFrom);

/** Log odds of each beat. */
export interface BarEvidence {
  /** That it begins a bar. */
  readonly downbeats: Float32Array;
  /** That bars have two beats of three parts each, as in 6/8. */
  readonly six: Float32Array;
}

/**
 * Computes how likely each beat is the first of a bar, and how likely bars are in six, with small convolutional networks over beats.
 *
 * They read the cues of 16 beats to either side: several bars, whose patterns of drums and harmony show
 * where bars begin. The log odds of all networks are averaged.
 *
 * Source: the beat-synchronous convolutions of S. Durand et al. (see `beat-cues.ts`), as the dilated
 * convolutions of `beat-network.ts`. Weights: see `downbeat-network-weights.json`.
 *
 * @param cues as `beatCues` returns them
 */
export function barEvidence(cues: readonly Float32Array[]): BarEvidence {
  const count = cues[0]?.length ?? 0;
  const sums = [new Float32Array(count), new Float32Array(count)] as const;
  for (const net of NETS) {
    const maps = mapsOf(cues, net);
    sums.forEach((sum, output) => {
      addOutput(sum, maps, net, output);
    });
  }
  for (const sum of sums) for (let beat = 0; beat < count; beat++) sum[beat]! /= NETS.length;
  return { downbeats: sums[0], six: sums[1] };
}

function mapsOf(cues: readonly Float32Array[], net: DownbeatNetWeights): readonly Float32Array[] {
  let maps = rectifiedConvolution(cues, net.first);
  for (const layer of net.layers) {
    const changes = rectifiedConvolution(maps, layer);
    changes.forEach((change, m) => {
      const map = maps[m]!;
      for (let beat = 0; beat < change.length; beat++) change[beat]! += map[beat]!;
    });
    maps = changes;
  }
  return maps;
}

function addOutput(
  sum: Float32Array,
  maps: readonly Float32Array[],
  { outputWeights, outputBiases }: DownbeatNetWeights,
  output: number,
): void {
  for (let beat = 0; beat < sum.length; beat++) sum[beat]! += outputBiases[output]!;
  maps.forEach((map, m) => {
    const weight = outputWeights[output * maps.length + m]!;
    for (let beat = 0; beat < sum.length; beat++) sum[beat]! += weight * map[beat]!;
  });
}

/** Dilated convolution over beats, with zeros before and after, rectified. */
function rectifiedConvolution(
  maps: readonly Float32Array[],
  { weights, biases, dilation }: BeatConvolution,
): Float32Array[] {
  const count = maps[0]!.length;
  return Array.from(biases, (bias, output) => {
    const sums = new Float32Array(count).fill(bias);
    maps.forEach((map, input) => {
      const first = (output * maps.length + input) * 3;
      for (let tap = 0; tap < 3; tap++) {
        const weight = weights[first + tap]!;
        const offset = (tap - 1) * dilation;
        const end = Math.min(count, count - offset);
        for (let beat = Math.max(0, -offset); beat < end; beat++) {
          sums[beat]! += weight * map[beat + offset]!;
        }
      }
    });
    for (let beat = 0; beat < count; beat++) if (sums[beat]! < 0) sums[beat] = 0;
    return sums;
  });
}
