import type { FrameRange } from "./band-levels.js";
import { EDGE_FRAMES, type OnsetStrength } from "./onset-strength.js";
import { bpmToTempoBin, type Tempogram } from "./tempo/tempogram.js";

/** Shortest signal that can have a tempo: two beats at 60 BPM. */
const SHORTEST_SECONDS = 2;
/** Correlation of registers above which onsets are events; noise of n frames stays below. */
const MIN_COINCIDENCE = 0.035;
const COINCIDENCE_DEVIATIONS = 0.5;
/** Autocorrelation above which one register alone is sufficient; noise of n frames stays below. */
const MIN_PERIODICITY = 0.2;
const PERIODICITY_DEVIATIONS = 3;

/**
 * Returns whether the onsets are events that could form a pulse, rather than fluctuations of steady noise.
 *
 * Notes and strokes start in several registers at once, whereas in noise the registers rise and fall
 * independently; or, if only one register plays, it repeats. Thresholds were measured on white, pink
 * and brown noise of 1 to 180 s against recorded music, down to solo strings.
 */
export function hasPulse(onsets: OnsetStrength, image: Tempogram): boolean {
  const { frameCount, frameRate } = onsets;
  if (frameCount < SHORTEST_SECONDS * frameRate) return false;
  const deviation = 1 / Math.sqrt(frameCount);
  return (
    coincidence(onsets) > MIN_COINCIDENCE + COINCIDENCE_DEVIATIONS * deviation ||
    periodicity(image) > MIN_PERIODICITY + PERIODICITY_DEVIATIONS * deviation
  );
}

/** Mean correlation of the onset strengths of all pairs of registers, in [-1, 1]. */
function coincidence({ registers }: OnsetStrength): number {
  const inner = registers.map((register) => register.subarray(EDGE_FRAMES, -EDGE_FRAMES));
  let sum = 0;
  let pairs = 0;
  for (let a = 0; a < inner.length; a++) {
    for (let b = a + 1; b < inner.length; b++) {
      sum += correlation(inner[a]!, inner[b]!);
      pairs += 1;
    }
  }
  return sum / pairs;
}

/** Pearson's correlation; 0 where either is constant. */
function correlation(a: Float32Array, b: Float32Array): number {
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let i = 0; i < a.length; i++) {
    sumA += a[i]!;
    sumB += b[i]!;
    squaresA += a[i]! * a[i]!;
    squaresB += b[i]! * b[i]!;
    products += a[i]! * b[i]!;
  }
  const varianceA = squaresA - (sumA * sumA) / a.length;
  const varianceB = squaresB - (sumB * sumB) / a.length;
  const scale = Math.sqrt(varianceA * varianceB);
  return scale > 1e-9 ? (products - (sumA * sumB) / a.length) / scale : 0;
}

/** Largest autocorrelation of any register or their total at lags a listener could tap. */
function periodicity(image: Tempogram): number {
  return Math.max(
    ...image.curves.map(({ autocorrelation }) => Math.max(...autocorrelation.slice(48, 142))),
  );
}

/**
 * Returns how strongly the music repeats at its tempo: the largest normalised autocorrelation of any
 * register or their total within 3 % of the beat, [0, 1].
 */
export function pulseClarity(image: Tempogram, bpm: number): number {
  const bin = Math.round(bpmToTempoBin(bpm));
  const values = image.curves.map(({ autocorrelation }) =>
    Math.max(...autocorrelation.slice(bin - 1, bin + 2)),
  );
  return Math.min(1, Math.max(0, ...values));
}

/**
 * Returns how far onsets coincide with the beats: 0 where beats are no stronger than other moments, towards 1.
 *
 * @param beats seconds, ascending
 * @param music the range of frames with which beats are compared
 */
export function beatEmphasis(
  { total, frameRate }: OnsetStrength,
  beats: Float64Array,
  { first, end }: FrameRange,
): number {
  if (beats.length === 0) return 0;
  const onBeats = beats.reduce((sum, time) => {
    const frame = Math.round(time * frameRate);
    return sum + Math.max(total[frame - 1] ?? 0, total[frame] ?? 0, total[frame + 1] ?? 0);
  }, 0);
  const everywhere = total.subarray(first, end).reduce((sum, value) => sum + value, 0);
  const onBeat = onBeats / beats.length;
  const mean = everywhere / Math.max(1, end - first);
  return onBeat + mean > 0 ? Math.max(0, (onBeat - mean) / (onBeat + mean)) : 0;
}
