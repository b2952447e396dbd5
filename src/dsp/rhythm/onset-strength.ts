import type { BandLevels, FrameRange } from "./band-levels.js";
import { risingEnergy } from "./rising-energy.js";

/**
 * Onset strength in five registers and overall, one value per frame, >= 0, of unit root mean square
 * from the first sound to the last.
 */
export interface OnsetStrength {
  /** Frames per second. */
  readonly frameRate: number;
  readonly frameCount: number;
  /** From the lowest register (up to about 200 Hz) to the highest (from about 4 kHz). */
  readonly registers: readonly Float32Array[];
  /** Sum of all registers, with equal weights. */
  readonly total: Float32Array;
}

/** Minimum root mean square of a register with sound; rounding alone stays below. */
const MIN_RISE = 0.005;
/**
 * Minimum rise of the strongest hundredth of all frames, summed over the registers, of a signal with
 * onsets: 1 dB in one register, about the smallest audible change of level. Held tones and chords
 * rise by 0.0004 to 0.08 through beating and rounding, the softest ambient music by 0.35.
 */
const MIN_AUDIBLE_RISE = 0.115;
const STRONGEST_SHARE = 0.01;
/** Frames at either end of the sound, where its start and end look like an onset. */
export const EDGE_FRAMES = 8;
/** Half of the window whose mean is subtracted, seconds. */
const LOCAL_MEAN_SECONDS = 0.5;

/**
 * Computes onset strength: the rise of energy at each frame, by register.
 *
 * Each band's compressed level is compared with the largest of itself and its neighbours two
 * frames earlier, so that vibrato does not count as a new note; rises are summed, their local
 * mean over a second is subtracted, and the rest scaled to unit root mean square. Gain and silence before
 * and after do not change it. A signal in which nothing rises audibly, once it sounds, gives zeros.
 *
 * Source: S. Boeck and G. Widmer, "Maximum Filter Vibrato Suppression for Onset Detection", Proc.
 * DAFx, 2013 (SuperFlux). We use 40 mel bands in five registers where the paper sums a
 * quarter-tone filterbank into one curve.
 *
 * @param levels mel band magnitudes, one frame per 1 / `frameRate` seconds
 */
export function onsetStrength(levels: BandLevels, frameRate: number): OnsetStrength {
  const { frameCount } = levels;
  const registers = risingEnergy(levels);
  const total = new Float32Array(frameCount);
  for (const register of registers) {
    for (let frame = 0; frame < frameCount; frame++) total[frame]! += register[frame]!;
  }
  const radius = Math.round(LOCAL_MEAN_SECONDS * frameRate);
  const curves = [...registers, total];
  for (const curve of curves) subtractLocalMean(curve, radius);
  const { first, end } = levels.soundingFrames;
  const inner = { first: first + EDGE_FRAMES, end: Math.max(0, end - EDGE_FRAMES) };
  const isSteady = strongestRise(total, inner) < MIN_AUDIBLE_RISE;
  for (const curve of curves) {
    if (isSteady) curve.fill(0);
    else scaleToUnit(curve, inner);
  }
  return { frameRate, frameCount, registers, total };
}

/** Subtracts the mean over 2 x radius + 1 frames and sets negative values to zero. */
function subtractLocalMean(curve: Float32Array, radius: number): void {
  const means = new Float32Array(curve.length);
  let sum = 0;
  for (let frame = -radius; frame < curve.length; frame++) {
    if (frame + radius < curve.length) sum += curve[frame + radius]!;
    if (frame - radius - 1 >= 0) sum -= curve[frame - radius - 1]!;
    if (frame >= 0) means[frame] = sum / (2 * radius + 1);
  }
  for (let frame = 0; frame < curve.length; frame++) {
    curve[frame] = Math.max(0, curve[frame]! - means[frame]!);
  }
}

/** The value that a hundredth of the frames in a range exceed. */
function strongestRise(curve: Float32Array, { first, end }: FrameRange): number {
  const ranked = curve.slice(first, end).sort();
  return ranked[Math.floor((1 - STRONGEST_SHARE) * ranked.length)] ?? 0;
}

/** Scales to unit root mean square over a range, or to zero below `MIN_RISE`. */
function scaleToUnit(curve: Float32Array, { first, end }: FrameRange): void {
  let energy = 0;
  for (let frame = first; frame < end; frame++) energy += curve[frame]! ** 2;
  const rootMeanSquare = Math.sqrt(energy / Math.max(1, end - first));
  const scale = rootMeanSquare < MIN_RISE ? 0 : 1 / rootMeanSquare;
  for (let frame = 0; frame < curve.length; frame++) curve[frame]! *= scale;
}

/** Returns the onset strength within a range of frames, as views. */
export function onsetsWithin(
  { frameRate, frameCount, registers, total }: OnsetStrength,
  range: FrameRange,
): OnsetStrength {
  const end = Math.min(frameCount, range.end);
  return {
    frameRate,
    frameCount: Math.max(0, end - range.first),
    registers: registers.map((register) => register.subarray(range.first, end)),
    total: total.subarray(range.first, end),
  };
}
