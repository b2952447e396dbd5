/** A part of a beat grid with a constant tempo. */
export interface GridPart {
  /** Of its first beat, seconds from the start. */
  readonly startSeconds: number;
  /** Beats per minute, > 0, two decimals. */
  readonly bpm: number;
  /** The place of its first beat in its bar, from 1. */
  readonly beatInBar: number;
}

/** How far a beat may be from the grid, seconds: less than a tenth of a beat at 200 beats per minute. */
const TOLERANCE_SECONDS = 0.025;

/**
 * Divides beats into parts of constant tempo, as few as the tolerance allows: a part ends where no
 * single tempo has all its beats in place.
 *
 * @param beats seconds, ascending
 * @param downbeats seconds, ascending, a subset of `beats`
 * @param metre beats per bar, integer >= 1, and the tempo of the track, beats per minute, which a part
 * has where it fits its beats
 */
export function beatGridOf(
  beats: readonly number[],
  downbeats: readonly number[],
  { beatsPerBar, tempo }: { readonly beatsPerBar: number; readonly tempo: number | null },
): readonly GridPart[] {
  const places = placesInBar(beats, downbeats, beatsPerBar);
  const parts: GridPart[] = [];
  for (let first = 0; first < beats.length - 1;) {
    const { last, shortest, longest } = longestPart(beats, first);
    const usual = tempo === null ? NaN : 60 / tempo;
    const isUsual = usual >= shortest && usual <= longest;
    const fitted = Math.min(longest, Math.max(shortest, slopeOf(beats.slice(first, last + 1))));
    const period = isUsual ? usual : fitted;
    parts.push({
      startSeconds: beats[first] ?? 0,
      bpm: Math.round(6_000 / period) / 100,
      beatInBar: places[first] ?? 1,
    });
    first = last;
  }
  return parts;
}

/** Returns the slope of the straight line that fits some times by their places best, seconds a place; at least two times. */
function slopeOf(times: readonly number[]): number {
  const middle = (times.length - 1) / 2;
  let [products, squares] = [0, 0];
  times.forEach((time, place) => {
    products += (place - middle) * (time - (times[0] ?? 0));
    squares += (place - middle) ** 2;
  });
  return products / squares;
}

/**
 * Returns the last beat of the longest part from a beat on, and the bounds of the period of its beats,
 * seconds.
 */
function longestPart(
  beats: readonly number[],
  first: number,
): { readonly last: number; readonly shortest: number; readonly longest: number } {
  const start = beats[first] ?? 0;
  let [low, high] = [0, Infinity];
  let last = first + 1;
  for (; last < beats.length; last++) {
    const count = last - first;
    const passed = (beats[last] ?? 0) - start;
    const [nextLow, nextHigh] = [
      Math.max(low, (passed - TOLERANCE_SECONDS) / count),
      Math.min(high, (passed + TOLERANCE_SECONDS) / count),
    ];
    if (nextLow > nextHigh) break;
    [low, high] = [nextLow, nextHigh];
  }
  return { last: last - 1, shortest: low, longest: high };
}

/** Returns the place of each beat in its bar, from 1, counted from the nearest downbeat before it. */
function placesInBar(
  beats: readonly number[],
  downbeats: readonly number[],
  beatsPerBar: number,
): readonly number[] {
  const first = Math.max(0, beats.indexOf(downbeats[0] ?? NaN));
  const starts = new Set(downbeats);
  let place = 0;
  return beats.map((beat, index) => {
    if (index < first) return ((((index - first) % beatsPerBar) + beatsPerBar) % beatsPerBar) + 1;
    place = starts.has(beat) ? 1 : (place % beatsPerBar) + 1;
    return place;
  });
}
