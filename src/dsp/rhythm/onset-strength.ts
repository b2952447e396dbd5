import { kernelArrays, kernel } from "../kernel/kernel.js";
import type { BandLevels, FrameRange } from "./band-levels.js";

/** First band of each register, and the end of the last, for 40 mel bands from 30 Hz to 10 kHz. */
const REGISTER_EDGES = Int32Array.of(0, 4, 10, 18, 28, 40);

const REGISTER_COUNT = REGISTER_EDGES.length - 1;

/** Distance of the frames whose energies are compared: 23 ms at 86 frames per second. */
const LAG_FRAMES = 2;

/** Logarithmic compression: a band at the mean level is 100 times above the knee. */
const SENSITIVITY = 100;

/** Frames that the kernel compares at once. */
const BLOCK_FRAMES = 1024;

/** Floats beside the levels of a frame. */
const MARGIN = 4;

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

/**
 * Measures the rise of compressed levels from frame to frame, >= 0, in each register from low to high.
 *
 * Each band is compared with the highest of itself and its neighbours two frames earlier; the first two frames have no
 * rise.
 */
export function risingEnergy(levels: BandLevels): Float32Array[] {
  const { frameCount, bandCount } = levels;
  const table = levels.compressionCurve(SENSITIVITY);
  const stride = bandCount + 2 * MARGIN;
  const [codes, values, edges, rows, rises, results] = kernelArrays([
    (BLOCK_FRAMES * bandCount) / 2,
    table.length,
    REGISTER_EDGES.length,
    (LAG_FRAMES + BLOCK_FRAMES) * stride,
    bandCount,
    BLOCK_FRAMES * REGISTER_COUNT,
  ]);
  const kernelCodes = new Uint16Array(codes.buffer, codes.byteOffset, 2 * codes.length);
  values.set(table);
  new Int32Array(edges.buffer, edges.byteOffset, edges.length).set(REGISTER_EDGES);
  rows.fill(0);
  // Nothing rises over levels that are infinite.
  for (let frame = 0; frame < LAG_FRAMES; frame++) {
    rows.fill(Infinity, frame * stride + MARGIN, (frame + 1) * stride - MARGIN);
  }

  const registers = Array.from({ length: REGISTER_COUNT }, () => new Float32Array(frameCount));
  for (let start = 0; start < frameCount; start += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frameCount - start);
    levels.readCodes(start, start + count, kernelCodes);
    kernel().risingEnergy(
      codes.byteOffset,
      count,
      bandCount,
      values.byteOffset,
      edges.byteOffset,
      REGISTER_COUNT,
      LAG_FRAMES,
      rows.byteOffset,
      rises.byteOffset,
      results.byteOffset,
    );
    registers.forEach((curve, register) => {
      for (let i = 0; i < count; i++) curve[start + i] = results[i * REGISTER_COUNT + register]!;
    });
    rows.copyWithin(0, count * stride, (count + LAG_FRAMES) * stride);
  }
  return registers;
}
