import { ResidualNetwork } from "../../network/residual-network.js";
import { BEAT_CUE_COUNT } from "../bars/beat-cues.js";
import { storedBeatRelationNets } from "./beat-relation-network-weights.js";

/** How tracked beats relate to those that a listener taps: log probabilities, together of sum 1. */
export interface BeatRelation {
  /** They are the same. */
  readonly same: number;
  /** The listener taps twice as fast. */
  readonly tooSlow: number;
  /** The listener taps half as fast. */
  readonly tooFast: number;
  /** The listener taps half a beat later. */
  readonly offBeat: number;
}

/** The tempo at which the input of the tempo is 0. */
const REFERENCE_BPM = 112;

const NETS = storedBeatRelationNets.map(
  (stored) =>
    new ResidualNetwork(stored, {
      inputCount: BEAT_CUE_COUNT + 1,
      mapCount: 24,
      firstWidth: 3,
      dilations: [1, 2, 4],
      outputCount: 4,
    }),
);

/**
 * Estimates how tracked beats relate to those that a listener taps, with small convolutional networks over beats.
 *
 * They read what happens at the beats and between them: a snare drum on each second beat says that the level is right, a
 * snare drum halfway between beats that they are too slow. Because the cues are measured per beat, a pattern looks
 * the same at every tempo. The outputs of all beats and networks are averaged.
 *
 * Source: our own; that drum patterns tell the metrical level is from M. Goto, "An Audio-based Real-time Beat Tracking
 * System for Music With or Without Drum-sounds", J. New Music Research 30(2), 2001. Weights: see
 * `beat-relation-network-weights.json`.
 *
 * @param cues of the beats, as `beatCues` returns them; at least one beat
 * @param bpm tempo of the beats, beats per minute
 */
export function beatRelation(cues: readonly Float32Array[], bpm: number): BeatRelation {
  const count = cues[0]!.length;
  const tempo = new Float32Array(count).fill(Math.log2(bpm / REFERENCE_BPM));
  const scores = [0, 0, 0, 0];
  for (const net of NETS) {
    net.outputs([...cues, tempo]).forEach((output, relation) => {
      for (const value of output) scores[relation]! += value / (count * NETS.length);
    });
  }
  const max = Math.max(...scores);
  const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score - max), 0)) + max;
  const [same, tooSlow, tooFast, offBeat] = scores.map((score) => score - total);
  return { same: same!, tooSlow: tooSlow!, tooFast: tooFast!, offBeat: offBeat! };
}
