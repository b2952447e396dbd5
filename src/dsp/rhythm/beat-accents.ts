import { changes, MIN_DEVIATION, standardised } from "./accent-curves.js";
import type { BeatProfiles } from "./beat-profiles.js";
import type { OnsetStrength } from "./onset-strength.js";

/** Names of the accents: cues that distinguish a beat from its neighbours. */
export const ACCENT_NAMES = ["low", "middle", "high", "harmony", "bass", "timbre"] as const;
export type AccentName = (typeof ACCENT_NAMES)[number];

/**
 * Accents of every beat, one curve each, standardised to mean 0 and deviation 1, or less if constant.
 *
 * low, middle, high: onset strength at the beat. harmony, bass: how far the pitch classes change
 * there. timbre: how far the spectrum changes there.
 */
export type BeatAccents = Readonly<Record<AccentName, Float32Array>>;

/** Maximum distance of an onset from the beat to which it belongs. */
const NEARBY_SECONDS = 0.04;
/** Minimum deviation of the accents of some beats, relative to that of all. */
const MIN_LOCAL_DEVIATION = 0.3;

/**
 * Measures the accents of each beat.
 *
 * Source: the cues of M. Goto, "An Audio-based Real-time Beat Tracking System for Music With or
 * Without Drum-sounds", J. New Music Research 30(2), 2001 (drum pattern, chord change), and spectral
 * change between beats after M. E. P. Davies and M. D. Plumbley, "A Spectral Difference Approach to
 * Downbeat Extraction in Musical Audio", Proc. EUSIPCO, 2006.
 *
 * @param beats seconds, ascending
 * @param profiles of these beats
 */
export function beatAccents(
  beats: Float64Array,
  onsets: OnsetStrength,
  { basses, harmonies, spectra }: BeatProfiles,
): BeatAccents {
  const [r0, r1, r2, r3, r4] = onsets.registers.map((curve) =>
    peaksAt(beats, curve, onsets.frameRate),
  );
  const sum = (a: Float32Array, b: Float32Array): Float32Array => a.map((v, i) => v + b[i]!);
  return {
    low: standardised(r0!, MIN_DEVIATION.stroke),
    middle: standardised(sum(r1!, r2!), MIN_DEVIATION.stroke),
    high: standardised(sum(r3!, r4!), MIN_DEVIATION.stroke),
    harmony: standardised(changes(harmonies), MIN_DEVIATION.harmony),
    bass: standardised(changes(basses), MIN_DEVIATION.harmony),
    timbre: standardised(changes(spectra), MIN_DEVIATION.timbre),
  };
}

/**
 * Returns the accents of some of the beats, standardised anew; those that hardly vary there are not amplified.
 *
 * @param from index of the first beat; @param to index after the last
 */
export function accentsBetween(accents: BeatAccents, from: number, to: number): BeatAccents {
  const entries = ACCENT_NAMES.map(
    (name) => [name, standardised(accents[name].subarray(from, to), MIN_LOCAL_DEVIATION)] as const,
  );
  return Object.fromEntries(entries) as Record<AccentName, Float32Array>;
}

function peaksAt(beats: Float64Array, curve: Float32Array, frameRate: number): Float32Array {
  const reach = Math.round(NEARBY_SECONDS * frameRate);
  return Float32Array.from(beats, (time) => {
    const centre = Math.round(time * frameRate);
    let peak = 0;
    for (let frame = centre - reach; frame <= centre + reach; frame++) {
      peak = Math.max(peak, curve[frame] ?? 0);
    }
    // The square root limits the weight of loud strokes.
    return Math.sqrt(peak);
  });
}
