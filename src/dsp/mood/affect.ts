import { timbreStatistic } from "../timbre/timbre-statistics.js";
import { blend } from "./logistic.js";
import type { SoundProfile } from "./sound-profile.js";

/** How a recording feels, each in (0, 1). */
export interface Affect {
  /** Unpleasant to pleasant. */
  readonly valence: number;
  /** Calm to excited. */
  readonly arousal: number;
  readonly happy: number;
  readonly sad: number;
  readonly relaxed: number;
  readonly aggressive: number;
}

/** Stands in for the tempo where there is none: slow. */
const BPM_WITHOUT_BEAT = 60;

/**
 * Valence and arousal by musical cues, and the four moods as the corners of their plane.
 *
 * Our definition: valence rises with major mode, clear tonality, tempo and beat, and falls with
 * noisiness; arousal rises with onsets, tempo, flatness and steadiness of level. A mood is the
 * geometric mean of how far valence and arousal lie towards its corner: happy (+, +), sad (-, -),
 * relaxed (+, -), aggressive (-, +). Gain does not change them.
 *
 * Source: cues from A. Gabrielsson and E. Lindstrom, "The Role of Structure in the Musical
 * Expression of Emotions", in Handbook of Music and Emotion, Oxford, 2010; the plane from J. A.
 * Russell, "A Circumplex Model of Affect", J. Personality and Social Psychology 39(6), 1980.
 */
export function affect(profile: SoundProfile): Affect {
  const octavesOverModerate = Math.log2((profile.bpm ?? BPM_WITHOUT_BEAT) / 110);
  const flatness = timbreStatistic(profile.timbre, "means", "flatness");
  const levelSpread = timbreStatistic(profile.timbre, "deviations", "level");
  const valence = blend([
    { value: profile.majorShare, middle: 0.5, spread: 0.2, weight: 0.7 },
    { value: octavesOverModerate, middle: 0, spread: 0.4, weight: 0.3 },
    { value: profile.pulseClarity, middle: 0.35, spread: 0.15, weight: 0.5 },
    { value: flatness, middle: -14, spread: 4, weight: -0.2 },
    { value: profile.tonalContrast, middle: 0.42, spread: 0.1, weight: 0.2 },
  ]);
  const arousal = blend([
    { value: profile.onsetRate, middle: 3.5, spread: 1.2, weight: 0.6 },
    { value: octavesOverModerate, middle: 0, spread: 0.4, weight: 0.3 },
    { value: flatness, middle: -14, spread: 4, weight: 0.8 },
    { value: levelSpread, middle: 4.5, spread: 2, weight: -0.2 },
  ]);
  return {
    valence,
    arousal,
    happy: Math.sqrt(valence * arousal),
    sad: Math.sqrt((1 - valence) * (1 - arousal)),
    relaxed: Math.sqrt(valence * (1 - arousal)),
    aggressive: Math.sqrt((1 - valence) * arousal),
  };
}
