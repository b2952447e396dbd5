import { MIN_DEVIATION } from "../accent-curves.js";
import type { BeatProfiles } from "../beat-profiles.js";
import type { OnsetStrength } from "../onset-strength.js";
import { ONSET_LEAD_SECONDS } from "../beats/beat-tracking.js";

/** Fractions of a beat at which strokes are measured: quarters and thirds. */
const PHASES = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4];
/** Maximum distance of a stroke from its place: seconds, and as a fraction of the beat. */
const REACH_SECONDS = 0.035;
const REACH_SHARE = 0.07;
const REGISTER_COUNT = 5;
const STROKE_COUNT = PHASES.length * REGISTER_COUNT;
/** Numbers of beats on either side between which harmony and timbre are compared. */
const SPANS = [1, 2, 4];
/** Numbers of beats after which harmony and strokes may repeat. */
const LAGS = [2, 3, 4, 5, 6, 7, 8];
/** First band of each third of the spectrum, and the end of the last. */
const LEVEL_EDGES = [0, 10, 18, 40];
/** Maximum standardised value, in standard deviations. */
const MAX_DEVIATION = 4;

/** Number of cues of a beat: strokes, changes of bass, harmony and timbre, levels, and repetitions. */
export const BEAT_CUE_COUNT =
  STROKE_COUNT + 3 * SPANS.length + (LEVEL_EDGES.length - 1) + 2 * LAGS.length;

/**
 * Measures what tells the first beat of a bar from others, for every beat: strokes of each register at
 * parts of the beat, how far bass, harmony and timbre change there, levels, and how far strokes and harmony
 * repeat those of some beats before.
 *
 * Each cue is standardised over the recording, strokes by register; gain does not change them.
 *
 * Source: the cues of M. Goto, "An Audio-based Real-time Beat Tracking System for Music With or
 * Without Drum-sounds", J. New Music Research 30(2), 2001, and of S. Durand, J. P. Bello, B. David and
 * G. Richard, "Robust Downbeat Tracking Using an Ensemble of Convolutional Networks", IEEE/ACM TASLP
 * 25(1), 2017 (melody left out), measured per beat.
 *
 * @param profiles of the beats
 * @returns `BEAT_CUE_COUNT` curves with one value per beat
 */
export function beatCues(
  onsets: OnsetStrength,
  { intervals, basses, harmonies, spectra }: BeatProfiles,
): Float32Array[] {
  const strokes = onsets.registers.flatMap((register) => {
    const curves = PHASES.map((phase) =>
      Float32Array.from(intervals, ([start, end]) =>
        strokeAt(register, onsets.frameRate, start + phase * (end - start), end - start),
      ),
    );
    return standardisedTogether(curves, MIN_DEVIATION.stroke);
  });
  const strokesOf = intervals.map((_, beat) => Float32Array.from(strokes, (curve) => curve[beat]!));
  const alone = (curve: Float32Array, minDeviation: number): Float32Array =>
    standardisedTogether([curve], minDeviation)[0]!;
  return [
    ...strokes,
    ...SPANS.flatMap((span) => [
      alone(contrasts(basses, span), MIN_DEVIATION.harmony),
      alone(contrasts(harmonies, span), MIN_DEVIATION.harmony),
      alone(contrasts(spectra, span), MIN_DEVIATION.timbre),
    ]),
    ...LEVEL_EDGES.slice(1).map((end, i) =>
      alone(meansBetween(spectra, LEVEL_EDGES[i]!, end), MIN_DEVIATION.stroke),
    ),
    ...LAGS.flatMap((lag) => [
      alone(repetitions(harmonies, lag), MIN_DEVIATION.harmony),
      alone(repetitions(strokesOf, lag), MIN_DEVIATION.stroke),
    ]),
  ];
}

/** Square root of the strongest onset near a moment; the root limits the weight of loud strokes. */
function strokeAt(curve: Float32Array, frameRate: number, seconds: number, beat: number): number {
  const reach = Math.max(1, Math.round(Math.min(REACH_SECONDS, REACH_SHARE * beat) * frameRate));
  const centre = Math.round((seconds - ONSET_LEAD_SECONDS) * frameRate);
  let peak = 0;
  for (let frame = centre - reach; frame <= centre + reach; frame++) {
    const value = curve[frame] ?? 0;
    if (value > peak) peak = value;
  }
  return Math.sqrt(peak);
}

/** 1 minus the cosine between the sums of `span` entries before and from each entry on; 0 at the ends. */
function contrasts(entries: readonly Float32Array[], span: number): Float32Array {
  return Float32Array.from(entries, (_, i) => {
    if (i === 0) return 0;
    const before = sumOf(entries.slice(Math.max(0, i - span), i));
    return 1 - cosine(before, sumOf(entries.slice(i, i + span)));
  });
}

/** Cosine between each entry and the one `lag` before it; 0 for the first entries. */
function repetitions(entries: readonly Float32Array[], lag: number): Float32Array {
  return Float32Array.from(entries, (entry, i) => (i < lag ? 0 : cosine(entry, entries[i - lag]!)));
}

function sumOf(entries: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(entries[0]!.length);
  for (const entry of entries) for (let k = 0; k < sum.length; k++) sum[k]! += entry[k]!;
  return sum;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let k = 0; k < a.length; k++) {
    product += a[k]! * b[k]!;
    squaresA += a[k]! * a[k]!;
    squaresB += b[k]! * b[k]!;
  }
  const scale = Math.sqrt(squaresA * squaresB);
  return scale > 0 ? product / scale : 1;
}

function meansBetween(spectra: readonly Float32Array[], first: number, end: number): Float32Array {
  return Float32Array.from(spectra, (spectrum) => {
    let sum = 0;
    for (let band = first; band < end; band++) sum += spectrum[band]!;
    return sum / (end - first);
  });
}

/** Scales curves by their common mean and standard deviation, or less where that is below `minDeviation`. */
function standardisedTogether(
  curves: readonly Float32Array[],
  minDeviation: number,
): Float32Array[] {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const curve of curves) {
    for (const value of curve) {
      count += 1;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
  const scale = 1 / Math.max(minDeviation, deviation);
  return curves.map((curve) =>
    curve.map((value) => Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, (value - mean) * scale))),
  );
}
