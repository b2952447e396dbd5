import { WeightedRuns, type WeightedRun } from "../kernel/weighted-runs.js";

/** Mel bands of short frames, which rhythm and timbre read. */
export const MEL_BAND_COUNT = 40;

/** Returns the filters of these bands, from 30 Hz to 10 kHz. */
export function melBands({
  sampleRate,
  frameLength,
}: Pick<MelFilterbankOptions, "sampleRate" | "frameLength">): MelFilterbank {
  return new MelFilterbank({
    sampleRate,
    frameLength,
    bandCount: MEL_BAND_COUNT,
    lowestHz: 30,
    highestHz: 10_000,
  });
}

/** Geometry of a mel filterbank and of the spectra that it reads; rates and frequencies in Hz. */
export interface MelFilterbankOptions {
  readonly sampleRate: number;
  readonly frameLength: number;
  readonly bandCount: number;
  readonly lowestHz: number;
  readonly highestHz: number;
}

/**
 * Triangular filters equally spaced on the mel scale, each a weighted mean of magnitudes.
 *
 * A band that falls between two bins takes the nearest one.
 *
 * Source: mel scale of D. O'Shaughnessy, "Speech Communication: Human and Machine", 1987.
 */
export class MelFilterbank {
  readonly bandCount: number;
  readonly #bands: WeightedRuns;

  constructor(options: MelFilterbankOptions) {
    this.bandCount = options.bandCount;
    const lowest = melOf(options.lowestHz);
    const step = (melOf(options.highestHz) - lowest) / (options.bandCount + 1);
    const binHz = options.sampleRate / options.frameLength;
    const edge = (i: number): number => hertzOf(lowest + i * step) / binHz;
    const bands = Array.from({ length: options.bandCount }, (_, band) =>
      triangle(edge(band), edge(band + 1), edge(band + 2), options.frameLength / 2),
    );
    this.#bands = new WeightedRuns(bands, options.frameLength / 2 + 1);
  }

  /**
   * Computes the weighted mean magnitude of each band.
   *
   * @param magnitudes frameLength / 2 + 1 bins, >= 0
   * @param bands receives `bandCount` values, >= 0, lowest band first
   */
  apply(magnitudes: Float32Array, bands: Float32Array): void {
    this.#bands.sum(magnitudes, bands);
  }
}

/** A filter rising from `low` to `middle` and falling to `high`, all in bins; its weights sum to 1. */
function triangle(low: number, middle: number, high: number, lastBin: number): WeightedRun {
  let first = Math.max(1, Math.ceil(low));
  let last = Math.min(lastBin, Math.floor(high));
  if (last < first) {
    first = Math.min(lastBin, Math.max(1, Math.round(middle)));
    last = first;
  }
  const weights = Float32Array.from({ length: last - first + 1 }, (_, i) => {
    const bin = first + i;
    const height = bin < middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle);
    return Math.max(1e-3, height);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { first, weights: weights.map((weight) => weight / sum) };
}

function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}
