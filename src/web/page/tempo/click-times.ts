/** A click: its time, seconds from the start of the audio, and whether it begins a bar. */
export interface Click {
  readonly time: number;
  readonly isStrong: boolean;
}

/** How far a tempo may be from another, or from its half or double, to count as that. */
const TEMPO_TOLERANCE = 0.06;

/** Returns whether a tempo is a multiple of another, about. */
export function isMultiple(tempo: number, of: number, factor: number): boolean {
  return Math.abs(tempo / (of * factor) - 1) < TEMPO_TOLERANCE;
}

/**
 * Returns the clicks that let a reader check a tempo against the audio: the beats that were found;
 * every second of them, or one more between each two, for half and double the tempo; for any other
 * tempo an even grid from the first beat.
 */
export function clickTimes(
  beats: readonly number[],
  downbeats: readonly number[],
  estimated: number,
  chosen: number,
): readonly Click[] {
  const strong = new Set(downbeats);
  const clickAt = (time: number): Click => ({ time, isStrong: strong.has(time) });
  if (isMultiple(chosen, estimated, 1)) return beats.map(clickAt);
  if (isMultiple(chosen, estimated, 2)) {
    return beats.flatMap((time, place) => {
      const next = beats[place + 1];
      return next === undefined
        ? [clickAt(time)]
        : [clickAt(time), { time: (time + next) / 2, isStrong: false }];
    });
  }
  if (isMultiple(chosen, estimated, 0.5)) {
    const start = Math.max(0, beats.indexOf(downbeats[0] ?? -1)) % 2;
    return beats.filter((_, place) => place % 2 === start).map(clickAt);
  }
  return evenGrid(beats[0] ?? 0, beats.at(-1) ?? 0, chosen);
}

function evenGrid(from: number, to: number, tempo: number): readonly Click[] {
  const step = 60 / tempo;
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, place) => ({
    time: from + place * step,
    isStrong: false,
  }));
}

const TAPS_KEPT = 9;
const PAUSE_SECONDS = 2.5;

/** Returns the taps with one more; a pause begins anew. */
export function withTap(taps: readonly number[], seconds: number): readonly number[] {
  const last = taps.at(-1);
  if (last !== undefined && seconds - last > PAUSE_SECONDS) return [seconds];
  return [...taps, seconds].slice(-TAPS_KEPT);
}

/** Returns the tempo of taps by the median of their distances; `null` before the fourth tap. */
export function tempoOfTaps(taps: readonly number[]): number | null {
  if (taps.length < 4) return null;
  const gaps = taps
    .slice(1)
    .map((time, place) => time - (taps[place] ?? time))
    .sort((one, other) => one - other);
  const middle = gaps.length >> 1;
  const median =
    gaps.length % 2 === 1
      ? (gaps[middle] ?? 0)
      : ((gaps[middle - 1] ?? 0) + (gaps[middle] ?? 0)) / 2;
  return median > 0 ? 60 / median : null;
}
