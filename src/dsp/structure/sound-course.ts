import { energyOf } from "../descriptors/energy.js";
import type { Blocks } from "../signal/block-series.js";
import { RunningSums } from "../signal/running-sums.js";
import { TIMBRE_FRAME_RATE } from "../timbre/frame-timbre.js";
import { ABSOLUTE_GATE_LUFS, STEPS_PER_SECOND, toLufs } from "../timbre/loudness.js";
import { COURSE } from "../timbre/timbre-course.js";
import { firstFrom } from "./tempo-course.js";

/** Mean timbre of an interval of time. */
export interface StretchTimbre {
  /** dB full scale. */
  readonly level: number;
  /** dB, <= 0. */
  readonly flatness: number;
  /** dB, >= 0. */
  readonly flux: number;
  /** 12 mel-frequency cepstral coefficients, dB. */
  readonly coefficients: Float64Array;
}

/** Loudness, timbre and energy of any interval of a recording; all times in seconds. */
export class SoundCourse {
  /** Running sums: for each step the sum of the powers of all steps before it. */
  readonly #powerSums: Float64Array;
  readonly #timbre: RunningSums;
  readonly #onsets: Float64Array;
  readonly #stereoGainLu: number;

  constructor(given: {
    /** As `LoudnessMeter.stepPowers` returns them. */
    readonly stepPowers: Float64Array;
    /** As `Loudness` has it. */
    readonly stereoGainLu: number;
    /** As `TimbreCourse.blocks` returns them. */
    readonly timbre: Blocks;
    /** Seconds, ascending. */
    readonly onsets: Float64Array;
  }) {
    const { stepPowers, timbre, onsets } = given;
    this.#powerSums = new Float64Array(stepPowers.length + 1);
    for (let step = 0; step < stepPowers.length; step++) {
      this.#powerSums[step + 1] = this.#powerSums[step]! + stepPowers[step]!;
    }
    this.#timbre = new RunningSums(timbre.rows, {
      secondsPerRow: timbre.framesPerBlock / TIMBRE_FRAME_RATE,
      startSeconds: -0.5 / TIMBRE_FRAME_RATE,
    });
    this.#onsets = onsets;
    this.#stereoGainLu = given.stereoGainLu;
  }

  /** Returns the mean loudness, LUFS, at least -70; null below that, and where no step was measured. */
  loudness(startSeconds: number, endSeconds: number): number | null {
    const [from, to] = [this.#stepAt(startSeconds), this.#stepAt(endSeconds)];
    const sum = this.#powerSums[to]! - this.#powerSums[from]!;
    const lufs = to > from && sum > 0 ? toLufs(sum / (to - from)) : -Infinity;
    return lufs < ABSOLUTE_GATE_LUFS ? null : lufs;
  }

  /** Returns the mean timbre; null where no frame has sound. */
  timbre(startSeconds: number, endSeconds: number): StretchTimbre | null {
    const sums = this.#timbre.between(startSeconds, endSeconds);
    const count = sums[COURSE.count] ?? 0;
    if (count < 0.5) return null;
    return {
      level: sums[COURSE.level]! / count,
      flatness: sums[COURSE.flatness]! / count,
      flux: sums[COURSE.flux]! / count,
      coefficients: sums.subarray(COURSE.coefficients).map((sum) => sum / count),
    };
  }

  /** Returns the energy as `energyOf` defines it, in (0, 1); null where it is silent. */
  energy(startSeconds: number, endSeconds: number): number | null {
    const measuredLufs = this.loudness(startSeconds, endSeconds);
    const timbre = this.timbre(startSeconds, endSeconds);
    if (measuredLufs === null || timbre === null) return null;
    const loudnessLufs = measuredLufs + this.#stereoGainLu;
    const seconds = (this.#stepAt(endSeconds) - this.#stepAt(startSeconds)) / STEPS_PER_SECOND;
    const onsetCount = firstFrom(this.#onsets, endSeconds) - firstFrom(this.#onsets, startSeconds);
    return energyOf({ loudnessLufs, onsetRate: onsetCount / seconds, ...timbre });
  }

  /** Index of the loudness step that begins nearest to a moment. */
  #stepAt(seconds: number): number {
    const step = Math.round(seconds * STEPS_PER_SECOND);
    return Math.min(this.#powerSums.length - 1, Math.max(0, step));
  }
}
