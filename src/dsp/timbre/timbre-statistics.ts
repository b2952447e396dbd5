import type { Blocks } from "../signal/block-series.js";
import { Modulation } from "./modulation.js";
import { CEPSTRAL_COUNT } from "../spectrum/floored-bands.js";
import { FrameLevels } from "./frame-levels.js";
import { FLOOR, FrameTimbre, TIMBRE_FRAME_RATE } from "./frame-timbre.js";
import { NoiseFloorAnalysis, type NoiseFloor } from "./noise-floor.js";
import { RunningMoments, type Moments } from "./running-moments.js";
import { TimbreCourse } from "./timbre-course.js";
import { GrowingSeries } from "./growing-series.js";

/** Frames in a window: about a second. */
const WINDOW_FRAMES = 86;

/** Frames of 11.6 ms in a step: 70 ms, less than a syllable. */
export const FRAMES_PER_CEPSTRAL_STEP = 6;

/**
 * Maximum distance of the foreground below the mean power, dB. What gain moves below the limit of silence, such as
 * the end of a fade, is further below: gain of -20 dB moved approachability by 0.05 with a range of 60 dB, by 0.015
 * with 40 dB.
 */
const FOREGROUND_DECIBELS = 40;

/**
 * Lower limit of a band's power in the foreground, relative to the mean of its frame: -50 dB. Below it lies what
 * lossy codecs leave out or replace by noise: MP3 at 96 kbit/s moved the steps of the MFCC by 0.41 standard
 * deviations over music with a limit of -80 dB, and by 0.22 with this one.
 */
export const FOREGROUND_BAND_FLOOR = 1e-5;

/** Series whose statistics are computed, in this order. */
export const TIMBRE_SERIES = ["level", "centroid", "rolloff", "flatness", "flux"] as const;
export type TimbreSeries = (typeof TIMBRE_SERIES)[number];

/**
 * Series whose moments are summed: TIMBRE_SERIES, flatness and flux above the limit of the foreground, and the MFCC
 * above it.
 */
const SERIES_COUNT = TIMBRE_SERIES.length + 2 + CEPSTRAL_COUNT;

/** The series of all frames, and those of the foreground. */
const OF_ALL = [0, 1, 2, 3, 4] as const;
const OF_FOREGROUND = Array.from({ length: SERIES_COUNT }, (_, i) => i).filter(
  (series) => series !== 3 && series !== 4,
);

/** One statistic of a timbre series, in the unit of that series. */
export function timbreStatistic(
  statistics: TimbreStatistics,
  statistic: "means" | "deviations" | "steps",
  series: TimbreSeries,
): number {
  return statistics[statistic][TIMBRE_SERIES.indexOf(series)]!;
}

/**
 * Statistics of timbre over the frames that have sound. The series are TIMBRE_SERIES: dB, octaves above 27.5 Hz,
 * octaves, dB, dB.
 */
export interface TimbreStatistics extends Moments {
  /** Total duration of the frames that have sound, seconds, >= 0. */
  readonly soundingSeconds: number;
  /**
   * The moments of the loud frames alone, at most `FOREGROUND_DECIBELS` below the mean power: of TIMBRE_SERIES, then
   * of 12 MFCC, dB, with bands limited to `FOREGROUND_BAND_FLOOR`.
   */
  readonly foreground: Moments;
  /** Depth of modulation, registers x rates, >= 0. */
  readonly modulation: Float64Array;
  /** Share of frames far quieter than the second around them, [0, 1]. */
  readonly lowEnergyShare: number;
  /** Null in under a second of sound. */
  readonly noiseFloor: NoiseFloor | null;
  /**
   * Each of 12 MFCC over the frames that have sound, in steps of `FRAMES_PER_CEPSTRAL_STEP`, dB, with bands limited to
   * `FOREGROUND_BAND_FLOOR`.
   */
  readonly cepstra: readonly Float32Array[];
  /** Root mean square of each frame from the first of the foreground to the last, full scale 1. */
  readonly levels: Float32Array;
}

/** Measures the timbre of a stream of spectra; stores twelve bytes per frame, and running statistics. */
export class TimbreAnalysis {
  readonly #frame: FrameTimbre;
  readonly #moments = new RunningMoments(SERIES_COUNT);
  readonly #values = new Float64Array(SERIES_COUNT);
  readonly #modulation = new Modulation();
  readonly #lowEnergy = new LowEnergy();
  readonly #noiseFloor = new NoiseFloorAnalysis();
  readonly #levels = new FrameLevels();
  readonly #course = new TimbreCourse();
  readonly #cepstra = new CepstralSteps();
  #totalPower = 0;

  /** @param foregroundBandFloor another limit than `FOREGROUND_BAND_FLOOR`, for models of other versions */
  constructor(foregroundBandFloor = FOREGROUND_BAND_FLOOR) {
    this.#frame = new FrameTimbre(foregroundBandFloor);
  }

  /**
   * @param magnitudes 513 bins, unnormalised, >= 0
   * @param bands magnitude of each mel band, >= 0
   */
  addFrame(magnitudes: Float32Array, bands: Float32Array): void {
    const frame = this.#frame;
    const sounds = frame.read(magnitudes, bands);
    this.#levels.add(Math.sqrt(frame.power), sounds);
    if (!sounds) {
      this.#course.addSilence();
      return;
    }
    this.#lowEnergy.addFrame(frame.power);
    this.#modulation.addFrame(bands);
    this.#noiseFloor.addFrame(magnitudes, frame);
    this.#course.add(frame);
    this.#cepstra.add(frame.bands.coefficients[FLOOR.foreground]);
    this.#addMoments(frame);
    this.#totalPower += frame.power;
  }

  #addMoments({ levelDecibels, centroidOctaves, rolloffOctaves, bands }: FrameTimbre): void {
    const { flatnessDecibels, fluxDecibels, coefficients } = bands;
    const values = this.#values;
    values[0] = levelDecibels;
    values[1] = centroidOctaves;
    values[2] = rolloffOctaves;
    values[3] = flatnessDecibels[FLOOR.frame]!;
    values[4] = fluxDecibels[FLOOR.frame]!;
    values[5] = flatnessDecibels[FLOOR.foreground]!;
    values[6] = fluxDecibels[FLOOR.foreground]!;
    values.set(coefficients[FLOOR.foreground], SERIES_COUNT - CEPSTRAL_COUNT);
    this.#moments.add(values, levelDecibels);
  }

  /** Timbre over time, so far. */
  course(): Blocks {
    return this.#course.blocks();
  }

  /** Level of each frame, so far. */
  get frameLevels(): FrameLevels {
    return this.#levels;
  }

  /** Statistics of all frames so far. */
  statistics(): TimbreStatistics {
    const moments = this.#moments;
    const minDecibels = 10 * Math.log10(this.#totalPower / moments.count) - FOREGROUND_DECIBELS;
    return {
      ...selected(moments.above(-Infinity), OF_ALL),
      soundingSeconds: moments.count / TIMBRE_FRAME_RATE,
      foreground: selected(moments.above(minDecibels), OF_FOREGROUND),
      modulation: this.#modulation.depths(),
      lowEnergyShare: this.#lowEnergy.share,
      noiseFloor: this.#noiseFloor.floor,
      cepstra: this.#cepstra.toArrays(),
      levels: withoutQuietEnds(this.#levels.sounding, 10 ** (minDecibels / 20)),
    };
  }
}

/** The moments of some series. */
function selected({ means, deviations, steps }: Moments, series: readonly number[]): Moments {
  const of = (all: Float64Array): Float64Array => Float64Array.from(series, (i) => all[i]!);
  return { means: of(means), deviations: of(deviations), steps: of(steps) };
}

/** Returns the levels from the first to the last that is above a minimum, as a view. */
function withoutQuietEnds(levels: Float32Array, min: number): Float32Array {
  const isLoud = (level: number): boolean => level >= min;
  return levels.subarray(Math.max(0, levels.findIndex(isLoud)), levels.findLastIndex(isLoud) + 1);
}

/**
 * Mel-frequency cepstral coefficients over time, as means of `FRAMES_PER_CEPSTRAL_STEP` frames, for a stream of any length.
 *
 * Stores 48 bytes per step. Frames of an incomplete last step are left out.
 */
export class CepstralSteps {
  readonly #series = Array.from({ length: CEPSTRAL_COUNT }, () => new GrowingSeries());
  readonly #sums = new Float64Array(CEPSTRAL_COUNT);
  #pendingFrames = 0;

  /** @param coefficients of the next frame that has sound, dB */
  add(coefficients: Float32Array): void {
    const sums = this.#sums;
    for (let c = 0; c < CEPSTRAL_COUNT; c++) sums[c]! += coefficients[c]!;
    this.#pendingFrames += 1;
    if (this.#pendingFrames < FRAMES_PER_CEPSTRAL_STEP) return;
    for (let c = 0; c < CEPSTRAL_COUNT; c++)
      this.#series[c]!.add(sums[c]! / FRAMES_PER_CEPSTRAL_STEP);
    sums.fill(0);
    this.#pendingFrames = 0;
  }

  /** Each coefficient over the steps so far, dB; views that may be out of date after the next `add`. */
  toArrays(): Float32Array[] {
    return this.#series.map((series) => series.toArray());
  }
}

/**
 * Share of frames that are far quieter than the second around them; high in speech, which has pauses.
 *
 * Source: J. Saunders, "Real-Time Discrimination of Broadcast Speech/Music", Proc. ICASSP, 1996,
 * as used by E. Scheirer and M. Slaney, 1997: frames below half the mean magnitude of a second.
 */
export class LowEnergy {
  readonly #window = new Float32Array(WINDOW_FRAMES);
  #filled = 0;
  #lowCount = 0;
  #frameCount = 0;

  /** @param power mean square of the next frame, >= 0 */
  addFrame(power: number): void {
    this.#window[this.#filled++] = Math.sqrt(power);
    if (this.#filled < WINDOW_FRAMES) return;
    let sum = 0;
    for (let i = 0; i < WINDOW_FRAMES; i++) sum += this.#window[i]!;
    const limit = (0.5 * sum) / WINDOW_FRAMES;
    for (let i = 0; i < WINDOW_FRAMES; i++) if (this.#window[i]! < limit) this.#lowCount += 1;
    this.#frameCount += WINDOW_FRAMES;
    this.#filled = 0;
  }

  /** [0, 1]; 0 for less than a second. */
  get share(): number {
    return this.#frameCount === 0 ? 0 : this.#lowCount / this.#frameCount;
  }
}
