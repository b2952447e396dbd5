/**
 * Minimum standard deviations; smaller ones come from the position of beats between frames and are not
 * amplified.
 */
export const MIN_DEVIATION = { stroke: 0.1, harmony: 0.02, timbre: 0.002 } as const;

/** Maximum standardised value, in standard deviations. */
const MAX_DEVIATION = 3;

/** Returns the interval from each beat to the next, seconds; the last is as long as the one before. */
export function beatIntervals(beats: Float64Array): (readonly [start: number, end: number])[] {
  return Array.from(beats, (start, i) => {
    const end = beats[i + 1] ?? 2 * start - (beats[i - 1] ?? start - 0.5);
    return [start, end] as const;
  });
}

/**
 * Returns how far each entry differs from the one before: 1 minus the cosine of their angle; 0 for the
 * first, and where either is missing or zero.
 */
export function changes(
  entries: readonly (Float32Array | Float64Array | undefined)[],
): Float32Array {
  return Float32Array.from(entries, (entry, i) => {
    const before = entries[i - 1];
    if (entry === undefined || before === undefined) return 0;
    let product = 0;
    let squares = 0;
    let squaresBefore = 0;
    for (let k = 0; k < entry.length; k++) {
      product += entry[k]! * before[k]!;
      squares += entry[k]! ** 2;
      squaresBefore += before[k]! ** 2;
    }
    const scale = Math.sqrt(squares * squaresBefore);
    return scale > 0 ? 1 - product / scale : 0;
  });
}

/** Scales values to mean 0 and standard deviation 1, or less where the deviation is below `minDeviation`. */
export function standardised(values: Float32Array, minDeviation: number): Float32Array {
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const scale = 1 / Math.max(minDeviation, Math.sqrt(variance));
  return values.map((value) =>
    Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, (value - mean) * scale)),
  );
}
