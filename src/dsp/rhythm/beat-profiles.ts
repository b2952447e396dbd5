import { beatIntervals } from "./accent-curves.js";
import type { BandLevels } from "./band-levels.js";
import type { HarmonicFrames } from "./harmonic-frames.js";

const SENSITIVITY = 100;

/** What sounds from each beat to the next; an entry for each beat. */
export interface BeatProfiles {
  /** Start and end, seconds; the last interval is as long as the one before. */
  readonly intervals: readonly (readonly [start: number, end: number])[];
  /** Pitch classes of the bass, 12 values of unit length, or zeros in silence. */
  readonly basses: readonly Float32Array[];
  /** The same of the harmony. */
  readonly harmonies: readonly Float32Array[];
  /** Mean compressed level of each mel band, >= 0. */
  readonly spectra: readonly Float32Array[];
}

/** Where profiles are measured: analyses of the whole recording. */
export interface ProfileSources {
  readonly levels: BandLevels;
  /** Frames of `levels` per second. */
  readonly frameRate: number;
  readonly harmony: HarmonicFrames;
}

/**
 * Measures harmony and spectrum between beats.
 *
 * @param beats seconds, ascending
 */
export function beatProfiles(
  beats: Float64Array,
  { levels, frameRate, harmony }: ProfileSources,
): BeatProfiles {
  const intervals = beatIntervals(beats);
  const classes = intervals.map(([start, end]) => harmony.between(start, end));
  return {
    intervals,
    basses: classes.map((profile) => profile.subarray(0, 12)),
    harmonies: classes.map((profile) => profile.subarray(12)),
    spectra: meanSpectra(intervals, levels, frameRate),
  };
}

function meanSpectra(
  intervals: BeatProfiles["intervals"],
  levels: BandLevels,
  frameRate: number,
): Float32Array[] {
  const curve = levels.compressionCurve(SENSITIVITY);
  const sums = new Float64Array(levels.bandCount);
  return intervals.map(([start, end]) => {
    const first = Math.max(0, Math.round(start * frameRate));
    const last = Math.min(levels.frameCount, Math.round(end * frameRate));
    sums.fill(0);
    for (let frame = first; frame < last; frame++) levels.addCompressed(frame, curve, sums);
    return Float32Array.from(sums, (sum) => sum / Math.max(1, last - first));
  });
}
