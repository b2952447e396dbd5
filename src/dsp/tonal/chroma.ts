import type { Pitchgram } from "./pitchgram.js";
import { LOWEST_PITCH, PITCH_COUNT } from "./pitch-spectrum.js";

/** Rows with less whitened energy than this count as silent. */
const SOUND = 0.5;
/** Parts of the pitch range, semitones above LOWEST_PITCH: A1 to G#6, and up to E3. */
const BODY = { from: 5, to: 65 };
const BASS = { from: 0, to: 25 };

/** Mean energy per pitch class over a recording, C first, 12 values >= 0 each. */
export interface MeanChroma {
  /** Rows that have sound; where 0, all else is zero. */
  readonly rowCount: number;
  /** All registers, each row's sum taken as 1. */
  readonly body: Float64Array;
  /** The lowest two octaves, each row's sum taken as 1. */
  readonly bass: Float64Array;
  /** All registers, squared with each row's largest taken as 1: strong notes over faint partials. */
  readonly strongest: Float64Array;
}

/** The mean chroma of rows `from` (inclusive) to `to` (exclusive) of a pitchgram. */
export function meanChroma({ rows }: Pitchgram, from = 0, to = rows.length): MeanChroma {
  const body = new Float64Array(12);
  const bass = new Float64Array(12);
  const strongest = new Float64Array(12);
  let rowCount = 0;
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    if (!hasSound(row)) continue;
    rowCount += 1;
    addShares(body, fold(row, BODY), sumOf, 1);
    addShares(bass, fold(row, BASS), sumOf, 1);
    addShares(strongest, fold(row, BODY), largestOf, 2);
  }
  for (const each of [body, bass, strongest]) {
    for (let i = 0; i < 12; i++) each[i]! /= Math.max(1, rowCount);
  }
  return { rowCount, body, bass, strongest };
}

/** Mean change of chroma from row to row, each row's sum taken as 1: [0, 2], 0 without two rows. */
export function harmonicChange({ rows }: Pitchgram): number {
  let previous: Float64Array | undefined;
  let [total, count] = [0, 0];
  for (const row of rows) {
    if (!hasSound(row)) continue;
    const classes = fold(row, BODY);
    const sum = sumOf(classes);
    if (sum === 0) continue;
    const shares = classes.map((value) => value / sum);
    if (previous) {
      for (let i = 0; i < 12; i++) total += Math.abs(shares[i]! - previous[i]!);
      count += 1;
    }
    previous = shares;
  }
  return count === 0 ? 0 : total / count;
}

/** Mean whitened energy of a row that has sound, >= 0: how far partials stand out. */
export function pitchStrength({ rows }: Pitchgram): number {
  const sounding = rows.filter(hasSound);
  const total = sounding.reduce((sum, row) => sum + energyOf(row), 0);
  return sounding.length === 0 ? 0 : total / sounding.length;
}

/** How unequal pitch classes are: standard deviation over mean, >= 0; 0 where all are zero. */
export function chromaContrast(chroma: Float64Array): number {
  const mean = sumOf(chroma) / chroma.length;
  if (mean === 0) return 0;
  const variance = chroma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / chroma.length;
  return Math.sqrt(variance) / mean;
}

function fold(row: Float32Array, { from, to }: { from: number; to: number }): Float64Array {
  const classes = new Float64Array(12);
  for (let p = from; p < Math.min(to, PITCH_COUNT); p++)
    classes[(LOWEST_PITCH + p) % 12]! += row[p]!;
  return classes;
}

function energyOf(row: Float32Array): number {
  return row.reduce((sum, energy) => sum + energy, 0);
}

function hasSound(row: Float32Array): boolean {
  return energyOf(row) > SOUND;
}

function addShares(
  total: Float64Array,
  classes: Float64Array,
  wholeOf: (values: Float64Array) => number,
  power: number,
): void {
  const whole = wholeOf(classes);
  if (whole === 0) return;
  for (let i = 0; i < 12; i++) total[i]! += (classes[i]! / whole) ** power;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function largestOf(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}
