import { kernelArrays, asDoubles, kernel } from "../kernel/kernel.js";
import { FlooredBands } from "../spectrum/floored-bands.js";

/** The short-time spectrum that timbre is read from. */
const TIMBRE_SAMPLE_RATE = 22_050;
const TIMBRE_FRAME_LENGTH = 1024;
const TIMBRE_HOP_LENGTH = 256;
export const TIMBRE_FRAME_RATE = TIMBRE_SAMPLE_RATE / TIMBRE_HOP_LENGTH;

/** Range in which applause and hiss lie, but few fundamentals: 1 to 6 kHz, bins. */
export const NOISE_RANGE = [
  Math.round((1000 * TIMBRE_FRAME_LENGTH) / TIMBRE_SAMPLE_RATE),
  Math.round((6000 * TIMBRE_FRAME_LENGTH) / TIMBRE_SAMPLE_RATE),
] as const;

/** Sum of the squared magnitudes of a frame of a full-scale square wave, by Parseval. */
const FULL_SCALE = (0.375 * TIMBRE_FRAME_LENGTH ** 2) / 2;

/** Frames whose mean square, full scale 1, is below this count as silent: -75 dB. */
const SILENCE = 10 ** -7.5;

/**
 * Index of a lower limit of a band's power relative to the mean of its frame: of `BAND_FLOOR`, and of the one
 * that is given for the foreground.
 */
export const FLOOR = { frame: 0, foreground: 1 } as const;

/** -80 dB. */
const BAND_FLOOR = 1e-8;
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
  /** Sum of the squared magnitudes, and that of `NOISE_RANGE`, >= 0. */
  spectrumPower = 0;
  noisePower = 0;
  /** Flatness, flux and cepstral coefficients of the mel bands, by `FLOOR`. */
  readonly bands: FlooredBands;
  /** Centre of gravity of the power, octaves above 27.5 Hz, >= 0. */
  centroidOctaves = 0;
  /** Frequency below which 85 % of the power lies, octaves above 27.5 Hz, >= 0. */
  rolloffOctaves = 0;

  readonly #shape = new SpectralShape({
    binCount: TIMBRE_FRAME_LENGTH / 2,
    part: NOISE_RANGE,
    rolloffShare: ROLLOFF_SHARE,
  });

  /** @param foregroundFloor the limit of `FLOOR.foreground`, in (0, 1) */
  constructor(foregroundFloor: number) {
    this.bands = new FlooredBands([BAND_FLOOR, foregroundFloor]);
  }

  /**
   * Reads the next frame.
   *
   * @param magnitudes 513 bins, unnormalised, >= 0
   * @param bands magnitude of each mel band, >= 0
   * @returns whether the frame has sound; if not, only the powers and `levelDecibels` are updated
   */
  read(magnitudes: Float32Array, bands: Float32Array): boolean {
    const shape = this.#shape;
    shape.read(magnitudes);
    this.spectrumPower = shape.power;
    this.noisePower = shape.partPower;
    this.power = shape.power / FULL_SCALE;
    this.levelDecibels = this.power > 1e-12 ? 10 * Math.log10(this.power) : -120;
    // The Hann window spreads a constant offset into the lowest bin, and an offset is not audible.
    if ((shape.power - magnitudes[1]! ** 2) / FULL_SCALE < SILENCE) return false;
    this.centroidOctaves = octavesOfBin(shape.centroidBin);
    this.rolloffOctaves = octavesOfBin(shape.rolloffBin);
    this.bands.read(bands);
    return true;
  }
}

function octavesOfBin(bin: number): number {
  return Math.max(0, Math.log2((bin * TIMBRE_SAMPLE_RATE) / TIMBRE_FRAME_LENGTH / 27.5));
}

/** Which parts of a spectrum are measured. */
export interface SpectralShapeOptions {
  /** Bins after the first, which is left out; a multiple of 16. */
  readonly binCount: number;
  /** Bins of a part whose power is measured: its first, and the one after its last. */
  readonly part: readonly [first: number, end: number];
  /** Share of the power up to the rolloff, in (0, 1). */
  readonly rolloffShare: number;
}

/** How the power of a spectrum is distributed over its bins; overwritten by the next `read`. */
class SpectralShape {
  /** Sum of the squared magnitudes. */
  power = 0;
  /** Centre of gravity of the power, bins; not a number in silence. */
  centroidBin = 0;
  /** Power of the part. */
  partPower = 0;
  /** The first bin up to which the share of the power lies. */
  rolloffBin = 0;

  readonly #options: SpectralShapeOptions;
  readonly #magnitudes: Float32Array;
  readonly #sums: Float32Array;
  readonly #results: Float64Array;

  constructor(options: SpectralShapeOptions) {
    this.#options = options;
    const { binCount } = options;
    const [magnitudes, sums, results] = kernelArrays([binCount + 1, binCount / 8, 8]);
    this.#magnitudes = magnitudes;
    this.#sums = sums;
    this.#results = asDoubles(results);
  }

  /** @param magnitudes binCount + 1 values, >= 0 */
  read(magnitudes: Float32Array): void {
    const { binCount, part, rolloffShare } = this.#options;
    const [first, end] = part;
    this.#magnitudes.set(magnitudes);
    kernel().spectralShape(
      this.#magnitudes.byteOffset,
      binCount,
      first,
      end,
      rolloffShare,
      this.#sums.byteOffset,
      this.#results.byteOffset,
    );
    const results = this.#results;
    this.power = results[0]!;
    this.centroidBin = results[1]! / results[0]!;
    this.partPower = results[2]!;
    this.rolloffBin = results[3]!;
  }
}
