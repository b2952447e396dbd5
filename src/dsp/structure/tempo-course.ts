/** Number of beats from which a local tempo is computed: two bars of four, and the beat after them. */
const BEAT_COUNT = 9;
/** Fewer beats have no tempo. */
const MIN_BEATS = 3;
/** Maximum distance from the beats at which there is a tempo, in beats. */
const REACH_BEATS = 2;
/** Relative difference below which two tempi count as equal, as in tempo evaluation. */
const TEMPO_TOLERANCE = 0.04;
/** Mean deviation from the median tempo at which stability has fallen to 1/e. */
const UNSTABLE_DEVIATION = 0.04;

/**
 * Returns the tempo around a moment, by linear regression over the nine beats nearest to it.
 *
 * @param beats seconds, ascending
 * @returns beats per minute; null more than two beats away from all beats, and with fewer than three beats
 */
export function tempoAround(beats: Float64Array, seconds: number): number | null {
  if (beats.length < MIN_BEATS) return null;
  const behind = firstFrom(beats, seconds);
  const from = Math.max(0, Math.min(beats.length - BEAT_COUNT, behind - (BEAT_COUNT >> 1)));
  const some = beats.subarray(from, from + BEAT_COUNT);
  const reach = (REACH_BEATS * (some[some.length - 1]! - some[0]!)) / (some.length - 1);
  const isFar = seconds < beats[0]! - reach || seconds > beats[beats.length - 1]! + reach;
  return isFar ? null : tempoOf(some);
}

/** Returns the tempo of the beats between two moments, beats per minute; null with fewer than three. */
export function tempoBetween(
  beats: Float64Array,
  startSeconds: number,
  endSeconds: number,
): number | null {
  const some = timesBetween(beats, startSeconds, endSeconds);
  return some.length < MIN_BEATS ? null : tempoOf(some);
}

/**
 * Returns how steady the tempo is, in (0, 1]: exp(-d / 0.04), where d is the mean deviation, as a natural
 * logarithm, of the tempo around each beat from the median of them all.
 *
 * Sequenced music has 0.97 and above, a tempo that deviates by 4 % on average 0.37. The definition is
 * ours. A shift in time and a constant change of speed do not change it.
 *
 * @returns null with fewer than three beats
 */
export function tempoStability(beats: Float64Array): number | null {
  if (beats.length < MIN_BEATS) return null;
  const tempi = Float64Array.from(beats, (beat) => tempoAround(beats, beat) ?? 0).sort();
  const median = tempi[tempi.length >> 1]!;
  const sum = tempi.reduce((total, tempo) => total + Math.abs(Math.log(tempo / median)), 0);
  return Math.exp(-sum / tempi.length / UNSTABLE_DEVIATION);
}

/** Beats per minute by least squares, so that one misplaced beat has little influence. */
function tempoOf(beats: Float64Array): number {
  const middle = (beats.length - 1) / 2;
  let [products, squares] = [0, 0];
  beats.forEach((beat, index) => {
    products += (index - middle) * (beat - beats[0]!);
    squares += (index - middle) ** 2;
  });
  return (60 * squares) / products;
}

/** Whether two tempi differ by at most 4 %; false where the other is null. */
export function isNearTempo(bpm: number, other: number | null): boolean {
  return other !== null && Math.abs(bpm / other - 1) <= TEMPO_TOLERANCE;
}

/** The times from one moment on and before another, as a view. */
export function timesBetween(
  times: Float64Array,
  startSeconds: number,
  endSeconds: number,
): Float64Array {
  return times.subarray(firstFrom(times, startSeconds), firstFrom(times, endSeconds));
}

/** Index of the first time that is not before a moment; the length if there is none. */
export function firstFrom(times: Float64Array, seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
