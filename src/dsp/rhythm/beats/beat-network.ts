import { meanOutputs } from "../../network/mean-outputs.js";
import { ResidualNetwork } from "../../network/residual-network.js";
import { storedBeatNets } from "./beat-network-weights.js";
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

/** Onset strength by register and in total; beats and downbeats. */
const NETS = storedBeatNets.map(
  (stored) =>
    new ResidualNetwork(stored, {
      inputCount: 6,
      mapCount: 16,
      firstWidth: 5,
      dilations: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      outputCount: 2,
    }),
);

/** Onset frames from one step of the network to the next. */
export const FRAMES_PER_STEP = 2;

/**
 * Computes the probability of beats and downbeats over time with small convolutional networks.
 *
 * Their input is onset strength by register, 12 s to either side of each moment, which shows the pattern of
 * drums in the bar. Their log odds are averaged. Gain does not change the result; silence gives low values throughout.
 *
 * Source: the dilated convolutions of M. Davies and S. Boeck, "Temporal Convolutional Networks for
 * Musical Audio Beat Tracking", Proc. EUSIPCO, 2019, over onset strength in five registers where the
 * paper takes a spectrogram. Weights: see `beat-network-weights.json`.
 */
export function beatActivation(onsets: OnsetStrength): BeatActivation {
  const inputs = [...onsets.registers, onsets.total].map(compressedSteps);
  const [beats, downbeats] = meanOutputs(NETS, inputs).map(probabilities) as [
    Float32Array,
    Float32Array,
  ];
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

/** The probabilities that log odds stand for. */
function probabilities(logOdds: Float32Array): Float32Array {
  return logOdds.map((odds) => 1 / (1 + exp(-odds)));
}
