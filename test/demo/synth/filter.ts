/** A filter for one signal: each call takes a sample and returns the filtered sample. */
export type Filter = (sample: number, cutoffHz: number) => number;

/** Output of a state-variable filter: low-pass, band-pass or high-pass. */
export type FilterKind = "low" | "band" | "high";

/**
 * Returns a two-pole filter whose cutoff may change with every sample without clicks.
 *
 * @param resonance quality factor, > 0; 0.7 is flat
 *
 * Source: V. Zavalishin, "The Art of VA Filter Design", 2012, chapter 4 (the state-variable
 * filter with trapezoidal integrators).
 */
export function filter(kind: FilterKind, sampleRate: number, resonance = 0.7): Filter {
  const damping = 1 / resonance;
  const highestHz = 0.45 * sampleRate;
  let first = 0;
  let second = 0;
  let tunedHz = 0;
  let gain = 0;
  return (sample, cutoffHz) => {
    if (cutoffHz !== tunedHz) {
      tunedHz = cutoffHz;
      gain = Math.tan((Math.PI * Math.min(cutoffHz, highestHz)) / sampleRate);
    }
    const high = (sample - (damping + gain) * first - second) / (1 + gain * (damping + gain));
    const band = gain * high + first;
    const low = gain * band + second;
    first = 2 * band - first;
    second = 2 * low - second;
    return kind === "low" ? low : kind === "band" ? band * damping : high;
  };
}
