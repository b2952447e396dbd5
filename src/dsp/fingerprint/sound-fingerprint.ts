import { ShortTimeSpectrum } from "../spectrum/short-time-spectrum.js";
import { BAND_COUNT, bandBins, type BandBins } from "./fingerprint-bands.js";
import {
  FINGERPRINT_CLASSIFIERS,
  MAX_FILTER_ROWS,
  type FingerprintClassifier,
  type ImageArea,
} from "./fingerprint-classifiers.js";

/** Rate of the samples that a fingerprint is computed from, Hz. */
const SAMPLE_RATE = 11_025;
const FRAME_LENGTH = 4096;
const HOP_LENGTH = 1365;

/** Weights by which rows of chroma are smoothed over time. */
const SMOOTHING = [0.25, 0.75, 1, 0.75, 0.25] as const;
/** Norm of a smoothed row below which it counts as silence. */
const SILENCE = 0.01;
/** Rows of the image that are kept: those of the widest filter, and one before. A power of two. */
const KEPT_ROWS = 2 * MAX_FILTER_ROWS;
/** Codes of the four intervals between thresholds, of which neighbours differ in one bit. */
const GRAY_CODES = [0, 1, 3, 2] as const;

/**
 * Streaming sound fingerprint: a word of 32 bits each 0.124 s, which hardly changes with encoding and loudness.
 *
 * Frames of 4096 samples each 1365, weighted by a Hamming window -> energies of twelve bands from 28 to 3520 Hz ->
 * smoothed over five frames, and scaled to a norm of 1 -> sixteen filters over up to sixteen rows, of two bits each.
 * Word i spans the 2.7 s from i x 1365 / 11025 s on; audio shorter than 2.7 s has no words.
 *
 * Source: L. Lalinsky, "How does Chromaprint work?", 2011, and Chromaprint 1.5 as the specification of algorithm 1, which
 * AcoustID uses. Words agree with those of its program `fpcalc` in more than 99.8 % of their bits; sums are in single instead
 * of double precision, samples are not rounded to 16 bits.
 */
export class SoundFingerprint {
  readonly #bins: BandBins;
  readonly #spectrum: ShortTimeSpectrum;
  /** The last rows of chroma, a ring as long as the smoothing. */
  readonly #chroma = SMOOTHING.map(() => new Float64Array(BAND_COUNT));
  #chromaCount = 0;
  /** Sums of the image over all rows up to this one and all bands before: a ring of rows of thirteen. */
  readonly #sums = new Float64Array(KEPT_ROWS * (BAND_COUNT + 1));
  readonly #row = new Float64Array(BAND_COUNT);
  #rowCount = 0;
  readonly #words: number[] = [];

  /** @param sourceRate rate of the file that the samples were resampled from, Hz */
  constructor({ sourceRate }: { readonly sourceRate: number }) {
    const frame = { sampleRate: SAMPLE_RATE, frameLength: FRAME_LENGTH };
    this.#bins = bandBins(frame, sourceRate);
    this.#spectrum = new ShortTimeSpectrum({
      frameLength: FRAME_LENGTH,
      hopLength: HOP_LENGTH,
      window: hammingWindow(FRAME_LENGTH),
      alignment: "start",
      onFrame: (magnitudes) => this.#addFrame(magnitudes),
    });
  }

  /** Adds the next samples: one channel at 11 025 Hz, full scale +-1. */
  push(samples: Float32Array): void {
    this.#spectrum.push(samples);
  }

  /** Ends the stream and returns its words; the fingerprint cannot be used afterwards. */
  finish(): Uint32Array {
    this.#spectrum.finish();
    return Uint32Array.from(this.#words);
  }

  #addFrame(magnitudes: Float32Array): void {
    const { firstBin, bands, gains } = this.#bins;
    const chroma = this.#chroma[this.#chromaCount % SMOOTHING.length]!;
    chroma.fill(0);
    for (let i = 0; i < bands.length; i++) {
      const magnitude = magnitudes[firstBin + i]!;
      chroma[bands[i]!]! += gains[i]! * magnitude * magnitude;
    }
    this.#chromaCount++;
    if (this.#chromaCount >= SMOOTHING.length) this.#addRow();
  }

  /** Adds the smoothed and normalised row of the last frames to the image, and the word that it completes. */
  #addRow(): void {
    const row = this.#row;
    row.fill(0);
    for (let i = 0; i < SMOOTHING.length; i++) {
      const chroma = this.#chroma[(this.#chromaCount + i) % SMOOTHING.length]!;
      for (let band = 0; band < BAND_COUNT; band++) row[band]! += SMOOTHING[i]! * chroma[band]!;
    }
    const norm = Math.hypot(...row);
    const scale = norm < SILENCE ? 0 : 1 / norm;
    this.#rowCount++;
    const before = this.#rowStart(this.#rowCount - 1);
    const start = this.#rowStart(this.#rowCount);
    let sum = 0;
    for (let band = 0; band < BAND_COUNT; band++) {
      sum += scale * row[band]!;
      this.#sums[start + band + 1] = this.#sums[before + band + 1]! + sum;
    }
    if (this.#rowCount >= MAX_FILTER_ROWS) this.#words.push(this.#word());
  }

  #word(): number {
    const firstRow = this.#rowCount - MAX_FILTER_ROWS;
    let word = 0;
    for (const classifier of FINGERPRINT_CLASSIFIERS) {
      word = (word << 2) | GRAY_CODES[this.#interval(classifier, firstRow)]!;
    }
    return word >>> 0;
  }

  /** Index of the interval between thresholds in which the value of a filter lies, 0 to 3. */
  #interval({ areas, others, thresholds }: FingerprintClassifier, firstRow: number): number {
    let sum = 0;
    for (const area of areas) sum += this.#sumOf(area, firstRow);
    let otherSum = 0;
    for (const area of others) otherSum += this.#sumOf(area, firstRow);
    const value = Math.log((1 + sum) / (1 + otherSum));
    let interval = 0;
    while (interval < thresholds.length && value >= thresholds[interval]!) interval++;
    return interval;
  }

  #sumOf({ firstRow, endRow, firstBand, endBand }: ImageArea, offset: number): number {
    const sums = this.#sums;
    const first = this.#rowStart(offset + firstRow);
    const end = this.#rowStart(offset + endRow);
    return (
      sums[end + endBand]! -
      sums[first + endBand]! -
      sums[end + firstBand]! +
      sums[first + firstBand]!
    );
  }

  /** Where the sums over the first `count` rows begin. */
  #rowStart(count: number): number {
    return (count % KEPT_ROWS) * (BAND_COUNT + 1);
  }
}

/** Symmetric Hamming window of `length` factors in [0.08, 1]. */
function hammingWindow(length: number): Float32Array {
  return Float32Array.from(
    { length },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (length - 1)),
  );
}
