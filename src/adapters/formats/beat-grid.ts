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
    const period = usual >= shortest && usual <= longest ? usual : (shortest + longest) / 2;
    parts.push({
      startSeconds: beats[first] ?? 0,
      bpm: Math.round(6_000 / period) / 100,
      beatInBar: places[first] ?? 1,
    });
    first = last;
  }
  return parts;
}

/**
 * Returns the tempo of a track by its beat grid, beats per minute, two decimals: that of its only part, or the mean over all
 * beats; `null` without a grid. The tempo of the analysis may differ from it by some hundredths of a per cent, its resolution.
 */
export function tempoOfGrid(
  [first, ...others]: readonly GridPart[],
  beats: readonly number[],
): number | null {
  if (first === undefined) return null;
  if (others.length === 0) return first.bpm;
  const seconds = (beats.at(-1) ?? 0) - (beats[0] ?? 0);
  return Math.round((6_000 * (beats.length - 1)) / seconds) / 100;
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
