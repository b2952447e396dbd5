import type { SoundProfile } from "../sound-profile.js";

/** Values used where a recording has no tempo, or is too short. */
const BPM_WITHOUT_BEAT = 60;
const EXPONENT_WITHOUT_LENGTH = 0.75;
const FLOOR_WITHOUT_LENGTH = { depthDecibels: -12, flatnessDecibels: -8 };
/** Tempo relative to which octaves are counted. */
const MODERATE_BPM = 110;
/** Ranks of the sorted chroma that are features; rank 0 is the largest, always 1. */
const CHROMA_RANKS = [1, 2, 3, 5, 7, 9] as const;

/**
 * Returns the inputs of the mood models, in a fixed order.
 *
 * Level and loudness are left out, so gain does not change them. Spreads, steps and modulation
 * depths enter as logarithms.
 *
 * @returns finite values, as many as `moodScale` has
 */
export function moodFeatures(profile: SoundProfile): Float64Array {
  const { timbre, chroma } = profile;
  const floor = timbre.noiseFloor ?? FLOOR_WITHOUT_LENGTH;
  const ranked = chroma.toSorted((a, b) => b - a);
  return Float64Array.of(
    profile.fluctuationExponent ?? EXPONENT_WITHOUT_LENGTH,
    profile.loudnessRangeLu,
    profile.crestDecibels,
    profile.onsetRate,
    Math.log2((profile.bpm ?? BPM_WITHOUT_BEAT) / MODERATE_BPM),
    profile.pulseClarity,
    profile.beatEmphasis,
    profile.majorShare,
    profile.keyConfidence,
    profile.tonalContrast,
    profile.harmonicChange,
    profile.pitchStrength,
    timbre.lowEnergyShare,
    floor.depthDecibels,
    floor.flatnessDecibels,
    ...CHROMA_RANKS.map((rank) => ranked[rank]!),
    // The first series is the level, whose mean depends on gain.
    ...timbre.foreground.means.subarray(1),
    ...timbre.foreground.deviations.map((deviation) => Math.log(deviation + 0.05)),
    ...timbre.foreground.steps.map((step) => Math.log(step + 0.05)),
    ...timbre.modulation.map((depth) => Math.log(depth + 0.01)),
  );
}
