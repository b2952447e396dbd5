import { TimeMaps } from "../../network/time-maps.js";
import { beatNetFrom, type BeatNetWeights } from "./beat-network-layout.js";
import { storedBeatNet } from "./beat-network-weights.js";
import type { OnsetStrength } from "../onset-strength.js";

// Bound here because looking up a global for every step is slow where globals are proxied.
const { exp, log1p, max } = Math;

/** Probability of each moment to be a beat, and to be the first beat of a bar. */
export interface BeatActivation {
  /** Steps per second. */
  readonly stepRate: number;
  /** Probability at each step, in (0, 1). */
  readonly beats: Float32Array;
  readonly downbeats: Float32Array;
}

const NET: BeatNetWeights = beatNetFrom(storedBeatNet);

/** Onset frames from one step of the network to the next. */
export const FRAMES_PER_STEP = 2;
/** Receptive field of the network to either side, steps: 12 s at 43 steps per second. */
const REACH_STEPS =
  (NET.first.width - 1) / 2 + NET.layers.reduce((sum, { dilation }) => sum + dilation, 0);
/** Zeros before and after a map, a few more than the widest layer needs. */
const MARGIN = 260;
const MAX_MAPS = NET.first.biases.length;
/** Steps computed at once, so that working memory does not grow with the length of the music. */
const TILE_STEPS = 8192;

/**
 * Computes the probability of beats and downbeats over time with a small convolutional network.
 *
 * Its input is onset strength by register, 12 s to either side of each moment, which shows the pattern of
 * drums in the bar. Gain does not change the result; silence gives low values throughout.
 *
 * Source: the dilated convolutions of M. Davies and S. Boeck, "Temporal Convolutional Networks for
 * Musical Audio Beat Tracking", Proc. EUSIPCO, 2019, over onset strength in five registers where the
 * paper takes a spectrogram. Weights: see `beat-network-weights.json`.
 */
export function beatActivation(onsets: OnsetStrength): BeatActivation {
  const inputs = [...onsets.registers, onsets.total].map(compressedSteps);
  const stepCount = inputs[0]!.length;
  const beats = new Float32Array(stepCount);
  const downbeats = new Float32Array(stepCount);
  for (let start = 0; start < stepCount; start += TILE_STEPS) {
    const end = Math.min(stepCount, start + TILE_STEPS);
    const from = max(0, start - REACH_STEPS);
    const heard = inputs.map((input) =>
      input.subarray(from, Math.min(stepCount, end + REACH_STEPS)),
    );
    const [ofBeats, ofDownbeats] = outputs(heard) as [Float32Array, Float32Array];
    beats.set(ofBeats.subarray(start - from, end - from), start);
    downbeats.set(ofDownbeats.subarray(start - from, end - from), start);
  }
  return { stepRate: onsets.frameRate / FRAMES_PER_STEP, beats, downbeats };
}

/** Log odds at which evidence for a beat is 0. */
const MIN_LOG_ODDS = -3;

/** Weight of the evidence for a downbeat; chosen on clips held out. */
const DOWNBEAT_SHARE = 0.4;

/**
 * Computes the evidence for a beat at each step, >= 0: its log odds above a floor of 1 in 20, plus a part of
 * those of a downbeat, since the right sequence of beats contains the downbeats.
 */
export function beatEvidence({ beats, downbeats }: BeatActivation): Float32Array {
  return beats.map(
    (probability, step) =>
      logOddsAboveFloor(probability) + DOWNBEAT_SHARE * logOddsAboveFloor(downbeats[step]!),
  );
}

function logOddsAboveFloor(probability: number): number {
  const bounded = Math.min(0.999, max(1e-4, probability));
  return max(0, Math.log(bounded / (1 - bounded)) - MIN_LOG_ODDS);
}

/** Maximum of each second frame and its neighbours, compressed as ln(1 + x). */
function compressedSteps(curve: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.ceil(curve.length / FRAMES_PER_STEP) }, (_, step) => {
    const frame = step * FRAMES_PER_STEP;
    return log1p(max(curve[frame - 1] ?? 0, curve[frame]!, curve[frame + 1] ?? 0));
  });
}

/** Probabilities of the two outputs of the network at each step. */
function outputs(inputs: readonly Float32Array[]): Float32Array[] {
  const stepCount = inputs[0]!.length;
  const maps = new TimeMaps(stepCount, { margin: MARGIN, maxCount: MAX_MAPS });
  maps.fill(inputs);
  maps.convolve(NET.first, "rectified");
  for (const layer of NET.layers) maps.convolve(layer, "residual");
  maps.convolve(NET.output, "linear");
  return [0, 1].map((index) => maps.read(index).map((score) => 1 / (1 + exp(-score))));
}
