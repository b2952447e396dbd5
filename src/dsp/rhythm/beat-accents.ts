import type { BandLevels } from "./band-levels.js";
import type { HarmonicFrames } from "./harmonic-frames.js";
import type { OnsetStrength } from "./onset-strength.js";

/** What marks a beat out from its neighbours. */
export const ACCENT_NAMES = ["low", "middle", "high", "harmony", "bass", "timbre"] as const;
export type AccentName = (typeof ACCENT_NAMES)[number];

/**
 * Accents of every beat, one curve each, standardised to mean 0 and deviation 1, or less if constant.
 *
 * low, middle, high: onset strength at the beat. harmony, bass: how far the pitch classes change
 * there. timbre: how far the spectrum changes there.
 */
export type BeatAccents = Readonly<Record<AccentName, Float32Array>>;

/** Onsets this close to a beat belong to it. */
const NEARBY_SECONDS = 0.04;
/** Values further out than this many deviations tell no more. */
const LARGEST_DEVIATION = 3;
const SENSITIVITY = 100;
/** Deviations below these come from where beats fall between frames, and are not blown up. */
const LEAST_DEVIATION = { stroke: 0.1, harmony: 0.02, timbre: 0.002 } as const;

/**
 * Measures what marks each beat.
 *
 * Source: the cues of M. Goto, "An Audio-based Real-time Beat Tracking System for Music With or
 * Without Drum-sounds", J. New Music Research 30(2), 2001 (drum pattern, chord change), and spectral
 * change between beats after M. E. P. Davies and M. D. Plumbley, "A Spectral Difference Approach to
 * Downbeat Extraction in Musical Audio", Proc. EUSIPCO, 2006.
 *
 * @param beats seconds, ascending
 */
export function beatAccents(
  beats: Float64Array,
  onsets: OnsetStrength,
  levels: BandLevels,
  harmony: HarmonicFrames,
): BeatAccents {
  const [r0, r1, r2, r3, r4] = onsets.registers.map((curve) =>
    peaksAt(beats, curve, onsets.frameRate),
  );
  const sum = (a: Float32Array, b: Float32Array): Float32Array => a.map((v, i) => v + b[i]!);
  const pitchClasses = intervals(beats).map(([start, end]) => harmony.between(start, end));
  const timbres = meanSpectra(beats, levels, onsets.frameRate);
  return {
    low: standardised(r0!, LEAST_DEVIATION.stroke),
    middle: standardised(sum(r1!, r2!), LEAST_DEVIATION.stroke),
    high: standardised(sum(r3!, r4!), LEAST_DEVIATION.stroke),
    harmony: standardised(
      changes(pitchClasses.map((classes) => classes.subarray(12))),
      LEAST_DEVIATION.harmony,
    ),
    bass: standardised(
      changes(pitchClasses.map((classes) => classes.subarray(0, 12))),
      LEAST_DEVIATION.harmony,
    ),
    timbre: standardised(changes(timbres), LEAST_DEVIATION.timbre),
  };
}

/** From each beat to the next; the last is taken to be as long as the one before. */
function intervals(beats: Float64Array): (readonly [start: number, end: number])[] {
  return Array.from(beats, (start, i) => {
    const end = beats[i + 1] ?? 2 * start - (beats[i - 1] ?? start - 0.5);
    return [start, end] as const;
  });
}

function peaksAt(beats: Float64Array, curve: Float32Array, frameRate: number): Float32Array {
  const reach = Math.round(NEARBY_SECONDS * frameRate);
  return Float32Array.from(beats, (time) => {
    const centre = Math.round(time * frameRate);
    let peak = 0;
    for (let frame = centre - reach; frame <= centre + reach; frame++) {
      peak = Math.max(peak, curve[frame] ?? 0);
    }
    // A stroke twice as loud is not twice the mark.
    return Math.sqrt(peak);
  });
}

function meanSpectra(beats: Float64Array, levels: BandLevels, frameRate: number): Float32Array[] {
  const curve = levels.compressionCurve(SENSITIVITY);
  const bands = new Float32Array(levels.bandCount);
  return intervals(beats).map(([start, end]) => {
    const mean = new Float32Array(levels.bandCount);
    const first = Math.max(0, Math.round(start * frameRate));
    const last = Math.min(levels.frameCount, Math.round(end * frameRate));
    for (let frame = first; frame < last; frame++) {
      levels.readCompressed(frame, curve, bands);
      for (let band = 0; band < bands.length; band++) mean[band]! += bands[band]! / (last - first);
    }
    return mean;
  });
}

/** How far each entry differs from the one before: 1 less the cosine of their angle. First is 0. */
function changes(entries: readonly Float32Array[]): Float32Array {
  return Float32Array.from(entries, (entry, i) => {
    const before = entries[i - 1];
    if (before === undefined) return 0;
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

function standardised(values: Float32Array, leastDeviation: number): Float32Array {
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const scale = 1 / Math.max(leastDeviation, Math.sqrt(variance));
  return values.map((value) =>
    Math.max(-LARGEST_DEVIATION, Math.min(LARGEST_DEVIATION, (value - mean) * scale)),
  );
}
