import { beatNetFrom, type BeatNetWeights, type TimeConvolution } from "./beat-network-layout.js";
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
  let maps = convolved(inputs.map(withMargins), NET.first, stepCount);
  for (const map of maps) rectify(map);
  for (const layer of NET.layers) {
    const changes = convolved(maps, layer, stepCount);
    changes.forEach((change, m) => {
      rectify(change);
      add(change, maps[m]!);
    });
    maps = changes;
  }
  return convolved(maps, NET.output, stepCount).map((scores) =>
    scores.subarray(MARGIN, MARGIN + stepCount).map((score) => 1 / (1 + exp(-score))),
  );
}

/** Copies a map with zeros before and after it, so that convolutions need no bounds check. */
function withMargins(map: Float32Array): Float32Array {
  const wider = new Float32Array(map.length + 2 * MARGIN);
  wider.set(map, MARGIN);
  return wider;
}

/** Dilated convolution over time of maps with margins; the margins of the outputs are zero. */
function convolved(
  maps: readonly Float32Array[],
  { weights, biases, width, dilation }: TimeConvolution,
  stepCount: number,
): Float32Array[] {
  const end = MARGIN + stepCount;
  return Array.from(biases, (bias, output) => {
    const sums = new Float32Array(stepCount + 2 * MARGIN);
    sums.fill(bias, MARGIN, end);
    maps.forEach((map, input) => {
      const first = (output * maps.length + input) * width;
      for (let tap = 0; tap < width; tap += 3) {
        const taps = weights.subarray(first + tap, first + Math.min(width, tap + 3));
        addTaps(sums.subarray(MARGIN, end), map, MARGIN + (tap - (width - 1) / 2) * dilation, {
          taps,
          dilation,
        });
      }
    });
    return sums;
  });
}

/** Adds up to three taps of a convolution at once, the first of them read from `start` on. */
function addTaps(
  sums: Float32Array,
  map: Float32Array,
  start: number,
  { taps, dilation }: { readonly taps: Float32Array; readonly dilation: number },
): void {
  const [w0 = 0, w1 = 0, w2 = 0] = taps;
  const first = map.subarray(start);
  const second = map.subarray(start + dilation);
  const third = map.subarray(start + 2 * dilation);
  for (let step = 0; step < sums.length; step++) {
    sums[step]! += w0 * first[step]! + w1 * second[step]! + w2 * third[step]!;
  }
}

function add(sums: Float32Array, map: Float32Array): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += map[i]!;
}

function rectify(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0;
}
