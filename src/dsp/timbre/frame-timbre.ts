import { MelFilterbank } from "../spectrum/mel-filterbank.js";

// Bound here because looking up a global for every band is slow where globals are proxied.
const { log10 } = Math;

/** The short-time spectrum that timbre is read from. */
export const TIMBRE_SAMPLE_RATE = 22_050;
export const TIMBRE_FRAME_LENGTH = 1024;
const TIMBRE_HOP_LENGTH = 256;
export const TIMBRE_FRAME_RATE = TIMBRE_SAMPLE_RATE / TIMBRE_HOP_LENGTH;

export const TIMBRE_BAND_COUNT = 40;

/** Sum of the squared magnitudes of a frame of a full-scale square wave, by Parseval. */
const FULL_SCALE = (0.375 * TIMBRE_FRAME_LENGTH ** 2) / 2;
/** Frames whose mean square, full scale 1, is below this count as silent: -75 dB. */
const SILENCE = 10 ** -7.5;
/** Lower limit of a band's power relative to the mean of its frame: -80 dB. */
const BAND_FLOOR = 1e-8;
/** Keeps the logarithm finite where all energy lies outside the bands. */
const MIN_POWER = 1e-30;
const ROLLOFF_SHARE = 0.85;

/**
 * Level, mel bands and spectral shape of one frame at a time, from 22.05 kHz mono, 1024 points, hop 256.
 *
 * Reuses its memory: read the properties before the next frame.
 *
 * Source: definitions of G. Peeters, "A Large Set of Audio Features for Sound Description",
 * IRCAM, 2004; flatness here is over mel bands, and flux half-wave rectified in decibels.
 */
export class FrameTimbre {
  /** Mean square of the frame, full scale 1, >= 0. */
  power = 0;
  /** Mean square of the frame, dB relative to full scale, >= -120. */
  levelDecibels = -120;
  /** Level of each mel band, 30 Hz to 10 kHz, dB with an arbitrary zero. */
  readonly bandDecibels = new Float32Array(TIMBRE_BAND_COUNT);
  /** Magnitude of each mel band, >= 0. */
  readonly bands = new Float32Array(TIMBRE_BAND_COUNT);
  /** Centre of gravity of the power, octaves above 27.5 Hz, >= 0. */
  centroidOctaves = 0;
  /** Frequency below which 85 % of the power lies, octaves above 27.5 Hz, >= 0. */
  rolloffOctaves = 0;
  /** Geometric over arithmetic mean of the band powers, dB, <= 0; 0 for a flat spectrum. */
  flatnessDecibels = 0;
  /** Mean rise of the bands since the previous frame, dB, >= 0. */
  fluxDecibels = 0;

  readonly #filterbank = new MelFilterbank({
    sampleRate: TIMBRE_SAMPLE_RATE,
    frameLength: TIMBRE_FRAME_LENGTH,
    bandCount: TIMBRE_BAND_COUNT,
    lowestHz: 30,
    highestHz: 10_000,
  });
  readonly #powers = new Float64Array(TIMBRE_FRAME_LENGTH / 2 + 1);
  readonly #before = new Float32Array(TIMBRE_BAND_COUNT);

  /**
   * Reads the next frame.
   *
   * @param magnitudes 513 bins, unnormalised, >= 0
   * @returns whether the frame has sound; if not, only `power` and `levelDecibels` are updated
   */
  read(magnitudes: Float32Array): boolean {
    const powers = this.#powers;
    let sum = 0;
    let moment = 0;
    for (let k = 1; k < powers.length; k++) {
      const power = magnitudes[k]! * magnitudes[k]!;
      powers[k] = power;
      sum += power;
      moment += k * power;
    }
    this.power = sum / FULL_SCALE;
    this.levelDecibels = this.power > 1e-12 ? 10 * log10(this.power) : -120;
    // The Hann window spreads a constant offset into the lowest bin, and an offset is not audible.
    if ((sum - powers[1]!) / FULL_SCALE < SILENCE) return false;
    this.centroidOctaves = octavesOfBin(moment / sum);
    this.rolloffOctaves = octavesOfBin(this.#rolloffBin(ROLLOFF_SHARE * sum));
    this.#readBands(magnitudes);
    return true;
  }

  /** The first bin at which the cumulative power reaches a sum. */
  #rolloffBin(wanted: number): number {
    const powers = this.#powers;
    let cumulated = 0;
    for (let k = 1; k < powers.length; k++) {
      cumulated += powers[k]!;
      if (cumulated >= wanted) return k;
    }
    return powers.length - 1;
  }

  #readBands(magnitudes: Float32Array): void {
    const { bands, bandDecibels } = this;
    this.#before.set(bandDecibels);
    this.#filterbank.apply(magnitudes, bands);
    let power = 0;
    for (let b = 0; b < TIMBRE_BAND_COUNT; b++) power += bands[b]! * bands[b]!;
    const mean = Math.max(MIN_POWER, power / TIMBRE_BAND_COUNT);
    let [decibels, rise] = [0, 0];
    for (let b = 0; b < TIMBRE_BAND_COUNT; b++) {
      const level = 10 * log10(bands[b]! * bands[b]! + BAND_FLOOR * mean);
      bandDecibels[b] = level;
      decibels += level;
      if (level > this.#before[b]!) rise += level - this.#before[b]!;
    }
    this.flatnessDecibels = decibels / TIMBRE_BAND_COUNT - 10 * Math.log10(mean);
    this.fluxDecibels = rise / TIMBRE_BAND_COUNT;
  }
}

function octavesOfBin(bin: number): number {
  return Math.max(0, Math.log2((bin * TIMBRE_SAMPLE_RATE) / TIMBRE_FRAME_LENGTH / 27.5));
}
