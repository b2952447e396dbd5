import { ResidualNetwork } from "../../network/residual-network.js";
import type { StoredWeights } from "../../network/stored-weights.js";
import { CEPSTRAL_COUNT } from "../../spectrum/floored-bands.js";
import type { FeatureScale } from "../mood/linear-model.js";

/** What the training of a network writes (see `src/training/cepstra/cepstral_nets.py`). */
export interface StoredCepstralNetwork {
  readonly net: StoredWeights;
  /** Mean and standard deviation of each coefficient, dB. */
  readonly scale: FeatureScale;
  /** Slope and offset from the evidence of a recording to log odds. */
  readonly inRecording: { readonly slope: number; readonly offset: number };
}

/** Maximum distance of a coefficient from its mean, in standard deviations. */
const REACH = 3;

/** Log odds below which a step counts as one without it: a probability of 0.7 %. */
const MIN_STEP_LOG_ODDS = -5;

/** Limit that the log odds of a recording approach: a calibration on hundreds of recordings supports no surer ones. */
const MAX_LOG_ODDS = 6;

/**
 * Hears one kind of sound, such as voices, with a small convolutional network over mel-frequency cepstral coefficients,
 * which sees 2.3 s to either side of each step of 70 ms.
 *
 * Source: that cepstra over time tell singing from instruments is from B. Lehner, R. Sonnleitner and G. Widmer,
 * "Towards Light-weight, Real-time-capable Singing Voice Detection", Proc. ISMIR, 2013; the network is ours.
 */
export class CepstralNetwork {
  readonly #network: ResidualNetwork;
  readonly #stored: StoredCepstralNetwork;

  constructor(stored: StoredCepstralNetwork) {
    this.#stored = stored;
    this.#network = new ResidualNetwork(stored.net, {
      inputCount: CEPSTRAL_COUNT,
      mapCount: 16,
      firstWidth: 5,
      dilations: [1, 2, 4, 8, 16],
      outputCount: 1,
    });
  }

  /**
   * @param cepstra 12 coefficients over steps, dB, as `TimbreStatistics` has them
   * @returns log odds of the sound at each step
   */
  stepLogOdds(cepstra: readonly Float32Array[]): Float32Array {
    return this.#network.outputs(cepstra.map((values, c) => this.#standardized(values, c)))[0]!;
  }

  /**
   * Computes the probability, in (0.002, 0.998), that the sound is heard anywhere in a recording.
   *
   * The evidence is the root mean square of the probability at each step, so that a part of the recording counts although
   * the rest is without. A logistic function of its logarithm, fitted to recordings of sources that the network did not know,
   * gives the log odds. Gain and silence do not change it.
   *
   * @returns null in less than a step of sound (70 ms)
   */
  probability(cepstra: readonly Float32Array[]): number | null {
    const odds = this.stepLogOdds(cepstra);
    if (odds.length === 0) return null;
    let sum = 0;
    for (const value of odds) sum += (1 + Math.exp(-Math.max(MIN_STEP_LOG_ODDS, value))) ** -2;
    const { slope, offset } = this.#stored.inRecording;
    const logOdds = (slope / 2) * Math.log(sum / odds.length) + offset;
    return 1 / (1 + Math.exp(-MAX_LOG_ODDS * Math.tanh(logOdds / MAX_LOG_ODDS)));
  }

  /** One coefficient over time as multiples of its standard deviation from its mean, within [-3, 3]. */
  #standardized(values: Float32Array, coefficient: number): Float32Array {
    const mean = this.#stored.scale.means[coefficient]!;
    const deviation = this.#stored.scale.deviations[coefficient]!;
    return values.map((value) => Math.max(-REACH, Math.min(REACH, (value - mean) / deviation)));
  }
}
