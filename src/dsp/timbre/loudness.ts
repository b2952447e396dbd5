import { KWeighting } from "./k-weighting.js";
import { TruePeak } from "./true-peak.js";

/** Loudness of a whole recording; `null` where the recording is too quiet or too short. */
export interface Loudness {
  /** Gated loudness, LUFS, >= -70; null below that and under 0.4 s. */
  readonly integratedLufs: number | null;
  /** Spread between quiet and loud passages, LU, >= 0; null under 3 s. */
  readonly rangeLu: number | null;
  /** The same from the first sound to the last; null where that is under 3 s. */
  readonly soundRangeLu: number | null;
  /** Largest magnitude between samples, dB over full scale; null for digital silence. */
  readonly truePeakDbtp: number | null;
  /**
   * How much louder two loudspeakers play the recording than it measures, LU: 3.01 for a single channel,
   * because both play it, 0 for more channels. With it, a signal in one channel is as loud as in two.
   */
  readonly stereoGainLu: number;
}

/** Format of the stream that a `LoudnessMeter` will receive. */
export interface LoudnessMeterOptions {
  /** Hz, > 0. */
  readonly sampleRate: number;
  /** >= 1; channels are in the order of WAVE files. */
  readonly channelCount: number;
}

/** Power values that a meter stores per second. */
export const STEPS_PER_SECOND = 10;
/** Gating blocks of 400 ms that overlap by 75 %. */
const MOMENTARY_STEPS = 4;
const SHORT_TERM_STEPS = 30;
/** Loudness below which a block counts as silence, LUFS. */
export const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const RANGE_GATE_LU = -20;
const RANGE_LOW_PERCENTILE = 0.1;
const RANGE_HIGH_PERCENTILE = 0.95;
/** Offset with which a full-scale sine of 997 Hz in one channel measures -3.01 LUFS. */
const OFFSET_DECIBELS = -0.691;
/** Loudness that a second loudspeaker with the same signal adds, LU. */
const SECOND_LOUDSPEAKER_LU = 10 * Math.log10(2);

/**
 * Meter of integrated loudness, loudness range and true peak of a stream of any length.
 *
 * Stores one number for each 100 ms. Raising the gain by g dB raises loudness and peak by g and
 * leaves the range unchanged, as long as no block crosses the absolute gate.
 *
 * Source: ITU-R BS.1770-4 (weighting, gating, true peak), EBU Tech 3341 and 3342 (windows, range).
 */
export class LoudnessMeter {
  readonly #weighting: KWeighting;
  readonly #truePeaks: readonly TruePeak[];
  readonly #channelWeights: readonly number[];
  readonly #stepLength: number;
  /** Energy of each channel in the current, incomplete step. */
  readonly #stepEnergies: Float64Array;
  #stepPowers = new Float64Array(1024);
  #stepCount = 0;
  #stepFilled = 0;

  /**
   * @throws {RangeError} a sample rate that is not above zero, or a channel count that is not a positive
   *   integer
   */
  constructor({ sampleRate, channelCount }: LoudnessMeterOptions) {
    if (!(sampleRate > 0))
      throw new RangeError(`The sample rate must be above 0 Hz, but is ${sampleRate} Hz.`);
    if (!Number.isInteger(channelCount) || channelCount < 1) {
      throw new RangeError(`The channel count must be a positive integer, but is ${channelCount}.`);
    }
    this.#channelWeights = channelWeights(channelCount);
    this.#weighting = new KWeighting(sampleRate, channelCount);
    this.#truePeaks = this.#channelWeights.map(() => new TruePeak());
    this.#stepEnergies = new Float64Array(channelCount);
    this.#stepLength = Math.max(1, Math.round(sampleRate / STEPS_PER_SECOND));
  }

  /**
   * Measures the next samples of every channel.
   *
   * @param channels one array of equal length per channel, full scale +-1
   */
  push(channels: readonly Float32Array[]): void {
    this.#truePeaks.forEach((truePeak, c) => {
      truePeak.push(channels[c]!);
    });
    const length = channels[0]!.length;
    for (let start = 0; start < length;) {
      const end = Math.min(length, start + this.#stepLength - this.#stepFilled);
      this.#weighting.addEnergies(channels, start, end, this.#stepEnergies);
      this.#stepFilled += end - start;
      if (this.#stepFilled === this.#stepLength) this.#closeStep();
      start = end;
    }
  }

  /** Mean square after weighting of each complete 100 ms step so far, all channels summed, >= 0. */
  stepPowers(): Float64Array {
    return this.#stepPowers.subarray(0, this.#stepCount);
  }

  /** Ends the stream and returns its loudness. */
  finish(): Loudness {
    const powers = this.stepPowers();
    const peak = this.#truePeaks.reduce((max, each) => Math.max(max, each.finish()), 0);
    return {
      integratedLufs: integratedLoudness(slidingMeans(powers, MOMENTARY_STEPS)),
      rangeLu: loudnessRange(slidingMeans(powers, SHORT_TERM_STEPS)),
      soundRangeLu: loudnessRange(slidingMeans(withoutSilentEnds(powers), SHORT_TERM_STEPS)),
      truePeakDbtp: peak > 0 ? 20 * Math.log10(peak) : null,
      stereoGainLu: this.#channelWeights.length === 1 ? SECOND_LOUDSPEAKER_LU : 0,
    };
  }

  #closeStep(): void {
    if (this.#stepCount === this.#stepPowers.length) {
      const grown = new Float64Array(2 * this.#stepCount);
      grown.set(this.#stepPowers);
      this.#stepPowers = grown;
    }
    let energy = 0;
    for (let c = 0; c < this.#channelWeights.length; c++) {
      energy += this.#channelWeights[c]! * this.#stepEnergies[c]!;
    }
    this.#stepPowers[this.#stepCount++] = energy / this.#stepLength;
    this.#stepEnergies.fill(0);
    this.#stepFilled = 0;
  }
}

/**
 * BS.1770-4, table 3, for the common channel orders of WAVE files: weight 1.41 for surround channels, 0 for the
 * subwoofer.
 */
function channelWeights(channelCount: number): number[] {
  const surround = 1.41;
  switch (channelCount) {
    case 4:
      return [1, 1, surround, surround];
    case 5:
      return [1, 1, 1, surround, surround];
    case 6:
      return [1, 1, 1, 0, surround, surround];
    case 7:
      return [1, 1, 1, 0, 1, surround, surround];
    case 8:
      return [1, 1, 1, 0, 1, 1, surround, surround];
    default:
      return Array.from({ length: channelCount }, () => 1);
  }
}

/** Means of every `length` successive powers; empty where there are fewer. */
function slidingMeans(powers: Float64Array, length: number): Float64Array {
  const means = new Float64Array(Math.max(0, powers.length - length + 1));
  for (let i = 0; i < means.length; i++) {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += powers[i + k]!;
    means[i] = sum / length;
  }
  return means;
}

/** Returns the powers from the first one above the absolute gate to the last. */
function withoutSilentEnds(powers: Float64Array): Float64Array {
  const isAudible = (power: number): boolean => toLufs(power) > ABSOLUTE_GATE_LUFS;
  return powers.subarray(
    Math.max(0, powers.findIndex(isAudible)),
    powers.findLastIndex(isAudible) + 1,
  );
}

function integratedLoudness(blocks: Float64Array): number | null {
  const audible = above(blocks, ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  return toLufs(mean(above(audible, toLufs(mean(audible)) + RELATIVE_GATE_LU)));
}

function loudnessRange(blocks: Float64Array): number | null {
  const audible = above(blocks, ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  const gated = above(audible, toLufs(mean(audible)) + RANGE_GATE_LU).sort();
  const at = (share: number): number => toLufs(gated[Math.round((gated.length - 1) * share)]!);
  return at(RANGE_HIGH_PERCENTILE) - at(RANGE_LOW_PERCENTILE);
}

function above(powers: Float64Array, gateLufs: number): Float64Array {
  return powers.filter((power) => power > 0 && toLufs(power) > gateLufs);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Loudness of a mean square after weighting, LUFS; minus infinity for 0. */
export function toLufs(power: number): number {
  return OFFSET_DECIBELS + 10 * Math.log10(power);
}
