import { valueAt, type Conditions } from "./conditions.js";
import type { FieldValues, LibraryValues } from "./library-values.js";
import { WHEEL_KEYS } from "../parts/wheel-keys.js";

/** How many tracks meet conditions. */
export interface TrackCounts {
  /** Number of tracks that meet all conditions. */
  readonly matching: number;
  /** For each field, in order: numbers of tracks by value, of those that meet all other conditions. */
  readonly histograms: readonly Uint32Array[];
  /** For each key of the wheel: the number of tracks in it that meet all other conditions. */
  readonly keys: Uint32Array;
}

/** Bars of a histogram. */
export const BARS = 40;

/** Marks of tracks that meet all conditions, and of those that fail several. */
const MEETS_ALL = 254;
const FAILS_SEVERAL = 255;

/** Counts the tracks that meet conditions, as `tracks(filter)` of the API does. */
export function countTracks(library: LibraryValues, conditions: Conditions): TrackCounts {
  const { count, fields, keys } = library;
  // For each track, the one condition that it fails: the place of its field, or that of the keys.
  const marks = new Uint8Array(count).fill(MEETS_ALL);
  const keysPlace = fields.length;
  fields.forEach((values, place) => {
    markFailures(values, conditions, place, marks);
  });
  if (conditions.keys.size > 0) {
    keys.forEach((key, index) => {
      if (!conditions.keys.has(key)) fail(index, keysPlace, marks);
    });
  }
  let matching = 0;
  const byKey = new Uint32Array(WHEEL_KEYS.length);
  for (let index = 0; index < count; index += 1) {
    const mark = marks[index];
    const key = keys[index] ?? -1;
    if (mark === MEETS_ALL) matching += 1;
    if (key >= 0 && (mark === MEETS_ALL || mark === keysPlace)) increase(byKey, key);
  }
  const histograms = fields.map((values, place) => histogramOf(values, place, marks));
  return { matching, histograms, keys: byKey };
}

function markFailures(
  { field, values }: FieldValues,
  { bounds }: Conditions,
  place: number,
  marks: Uint8Array,
): void {
  const { from = null, to = null } = bounds.get(field) ?? {};
  if (from === null && to === null) return;
  // Values arrive as 32-bit numbers, so bounds are rounded alike: what was equal stays equal.
  const low = Math.fround(valueAt(from, field) ?? -Infinity);
  const high = Math.fround(valueAt(to, field) ?? Infinity);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? NaN;
    if (!(value >= low && value <= high)) fail(index, place, marks);
  }
}

function fail(index: number, place: number, marks: Uint8Array): void {
  marks[index] = marks[index] === MEETS_ALL ? place : FAILS_SEVERAL;
}

function histogramOf(
  { field, values, low, high }: FieldValues,
  place: number,
  marks: Uint8Array,
): Uint32Array {
  const bars = new Uint32Array(BARS);
  const first = low / field.stepsPerUnit;
  const perUnit = (BARS * field.stepsPerUnit) / (high - low);
  for (let index = 0; index < values.length; index += 1) {
    const mark = marks[index];
    const value = values[index] ?? NaN;
    if ((mark !== MEETS_ALL && mark !== place) || Number.isNaN(value)) continue;
    const bar = Math.floor((value - first) * perUnit);
    increase(bars, Math.min(Math.max(bar, 0), BARS - 1));
  }
  return bars;
}

function increase(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
