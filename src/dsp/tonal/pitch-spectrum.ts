import { asDoubles, kernel, kernelArrays } from "../kernel/kernel.js";
import { WeightedRuns, type WeightedRun } from "../kernel/weighted-runs.js";

/** Sample rate (Hz), frame length and hop (samples) of the short-time spectrum of the tonal analysis. */
export const TONAL_SAMPLE_RATE = 11025;
export const TONAL_FRAME_LENGTH = 8192;
export const TONAL_HOP_LENGTH = 2048;

/** Lowest pitch of a pitch spectrum, MIDI number: E1, 41.2 Hz. */
export const LOWEST_PITCH = 28;
/** Pitches in a pitch spectrum, semitones: six octaves, up to 2.6 kHz. */
export const PITCH_COUNT = 72;
/** Resolution before the tuning is known, bins per semitone. */
export const BINS_PER_SEMITONE = 5;
/** Additional bins at either end, so that a pitch spectrum can be read at any tuning. */
export const TUNING_MARGIN_BINS = 3;
/** Length of a pitch spectrum, bins. */
export const PITCH_BIN_COUNT = PITCH_COUNT * BINS_PER_SEMITONE + 2 * TUNING_MARGIN_BINS;

const BIN_HZ = TONAL_SAMPLE_RATE / TONAL_FRAME_LENGTH;
const LOW_BIN = Math.floor(36 / BIN_HZ);
const HIGH_BIN = Math.ceil(2750 / BIN_HZ);
/** Bins up to the one after the highest, which is compared with its neighbours. */
const BIN_COUNT = HIGH_BIN + 2;
/** Mean magnitude below which a frame is silent: noise of about -100 dB relative to full scale. */
const SILENCE = 1.5e-4;
/** Compression, relative to the mean magnitude of the frame. */
const COMPRESSION = 20;
/** The background around a bin reaches a fifth of its frequency to either side: a third of an octave. */
const BACKGROUND_SHARE = 5;
const BACKGROUND_MIN_BINS = 6;
/** Width of a pitch, standard deviation, semitones. */
const PITCH_WIDTH = 0.28;
const PITCH_REACH = 0.75;
/** Minimum sum of the weights of a pitch, so that low pitches between two bins are not amplified. */
const MIN_WEIGHT_SUM = 0.7;
/** Minimum whitened height and minimum bin of peaks from which the tuning is computed. */
const PEAK_FLOOR = 0.3;
const LOWEST_PEAK_BIN = Math.ceil(110 / BIN_HZ);
/** Sums of cosine, sine and height of the peaks. */
const TUNING_SUM_COUNT = 3;
/** Fractional MIDI pitch of the frequency of FFT bin 1. */
const BIN_PITCH = 69 + 12 * Math.log2(BIN_HZ / 440);

const PITCH_FILTERS = pitchFilters();

/** Fractional MIDI pitch of a frequency given in fractional FFT bins. */
function pitchOfBin(bin: number): number {
  return BIN_PITCH + 12 * Math.log2(bin);
}

/**
 * Converts magnitude frames to whitened energy over log frequency, and measures their tuning.
 *
 * A frame is compressed logarithmically against its own mean, its smooth background over a third
 * of an octave either way is subtracted, and the remainder is summed by Gaussian filters, five
 * per semitone. Gain does not change the result. Reuses its memory: read `pitches` before the
 * next frame.
 *
 * Source: whitening as in A. Klapuri, "Multipitch Analysis of Polyphonic Music and Speech Signals
 * Using an Auditory Model", IEEE TASLP 16(2), 2008, simplified; filters as in E. Gomez, "Tonal
 * Description of Polyphonic Audio for Music Content Processing", INFORMS J. Computing 18(3), 2006.
 */
export class PitchSpectrum {
  /** Whitened energy of the last frame, PITCH_BIN_COUNT, >= 0. */
  readonly pitches = new Float32Array(PITCH_BIN_COUNT);

  readonly #filters = new WeightedRuns(PITCH_FILTERS, BIN_COUNT);
  /** Magnitudes, compressed magnitudes, memory for sums and then for peaks, whitened magnitudes, sums of peaks. */
  readonly #arrays = kernelArrays([
    BIN_COUNT + 3,
    BIN_COUNT + 3,
    4 * BIN_COUNT + 8,
    BIN_COUNT + 3,
    2 * TUNING_SUM_COUNT,
  ]);
  readonly #tuningSums = asDoubles(this.#arrays[4]);
  readonly #whitened = new Float32Array(BIN_COUNT);
  #tuningCosine = 0;
  #tuningSine = 0;
  #tuningWeight = 0;

  /**
   * Reads one frame into `pitches`.
   *
   * @param magnitudes TONAL_FRAME_LENGTH / 2 + 1 bins, >= 0
   * @returns whether the frame has sound; if not, `pitches` is unchanged
   */
  read(magnitudes: Float32Array): boolean {
    if (!this.#whiten(magnitudes)) return false;
    this.#filters.sum(this.#whitened, this.pitches);
    return true;
  }

  /** Mean deviation of the peaks so far from A4 = 440 Hz, semitones in [-0.5, 0.5). */
  get tuning(): number {
    const semitones = Math.atan2(this.#tuningSine, this.#tuningCosine) / (2 * Math.PI);
    return semitones >= 0.5 ? -0.5 : semitones;
  }

  /** Agreement of the peaks on the tuning, [0, 1]; 0 without peaks. */
  get tuningAgreement(): number {
    if (this.#tuningWeight === 0) return 0;
    return Math.hypot(this.#tuningCosine, this.#tuningSine) / this.#tuningWeight;
  }

  /** Sets `#whitened` and adds to the tuning; returns whether the frame has sound. */
  #whiten(magnitudes: Float32Array): boolean {
    const [values, compressed, work, whitened] = this.#arrays;
    values.set(magnitudes.subarray(0, values.length));
    const hasSound = kernel().whiten(
      values.byteOffset,
      LOW_BIN,
      HIGH_BIN,
      SILENCE,
      COMPRESSION,
      BACKGROUND_SHARE,
      BACKGROUND_MIN_BINS,
      compressed.byteOffset,
      work.byteOffset,
      whitened.byteOffset,
    );
    if (hasSound === 0) return false;
    this.#gatherTuning();
    this.#whitened.set(whitened.subarray(LOW_BIN, HIGH_BIN + 1), LOW_BIN);
    return true;
  }

  /** Adds the peaks of the spectrum that was whitened last, which is still in the memory of the kernel. */
  #gatherTuning(): void {
    const [, compressed, work, whitened] = this.#arrays;
    const sums = this.#tuningSums;
    kernel().gatherTuning(
      compressed.byteOffset,
      whitened.byteOffset,
      LOWEST_PEAK_BIN,
      HIGH_BIN,
      PEAK_FLOOR,
      BIN_PITCH,
      work.byteOffset,
      sums.byteOffset,
    );
    this.#tuningCosine += sums[0]!;
    this.#tuningSine += sums[1]!;
    this.#tuningWeight += sums[2]!;
  }
}

function pitchFilters(): WeightedRun[] {
  const binOfPitch = (pitch: number): number => (440 * 2 ** ((pitch - 69) / 12)) / BIN_HZ;
  return Array.from({ length: PITCH_BIN_COUNT }, (_, index) => {
    const pitch = LOWEST_PITCH + (index - TUNING_MARGIN_BINS) / BINS_PER_SEMITONE;
    const firstBin = Math.max(LOW_BIN, Math.floor(binOfPitch(pitch - PITCH_REACH)));
    const lastBin = Math.min(HIGH_BIN, Math.ceil(binOfPitch(pitch + PITCH_REACH)));
    const weights = Float32Array.from({ length: lastBin - firstBin + 1 }, (__, i) =>
      Math.exp(-0.5 * ((pitchOfBin(firstBin + i) - pitch) / PITCH_WIDTH) ** 2),
    );
    const sum = Math.max(
      MIN_WEIGHT_SUM,
      weights.reduce((total, weight) => total + weight, 0),
    );
    return { first: firstBin, weights: weights.map((weight) => weight / sum) };
  });
}
