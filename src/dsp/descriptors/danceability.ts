import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

/** Fluctuation exponent halfway between music with a steady beat and music without. */
const MIDDLE_EXPONENT = 0.75;
/** Preferred tempo for movement, beats per minute, and standard deviation around it, octaves. */
const PREFERRED_BPM = 118;
const TEMPO_WIDTH_OCTAVES = 0.4;

/**
 * Danceability: how regular and how marked the beat is, in (0, 1).
 *
 * Our definition: a logistic blend of the detrended fluctuation exponent of the level, how strongly
 * the onsets repeat, how far they coincide with the beats, and how near the tempo is to 118 BPM. Gain
 * does not change it.
 *
 * Source: S. Streich and P. Herrera, AES Convention 118, 2005 (exponent); D. Moelants, "Preferred
 * Tempo Reconsidered", ICMPC, 2002 (tempo).
 */
export function danceability(profile: SoundProfile): number {
  const exponent = profile.fluctuationExponent ?? MIDDLE_EXPONENT;
  return blend([
    { value: exponent, middle: MIDDLE_EXPONENT, spread: 0.2, weight: -0.9 },
    { value: profile.pulseClarity, middle: 0.35, spread: 0.15, weight: 0.7 },
    { value: profile.beatEmphasis, middle: 0.82, spread: 0.05, weight: 0.3 },
    { value: tempoPreference(profile.bpm), middle: 0.6, spread: 0.3, weight: 0.4 },
  ]);
}

/** [0, 1]; 0 without a tempo. */
function tempoPreference(bpm: number | null): number {
  if (bpm === null) return 0;
  return Math.exp(-0.5 * (Math.log2(bpm / PREFERRED_BPM) / TEMPO_WIDTH_OCTAVES) ** 2);
}
