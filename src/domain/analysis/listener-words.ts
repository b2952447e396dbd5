import type { AudioAnalysis, Estimate } from "./analysis.js";
import { moods, type Mood } from "./descriptors.js";

/** A mood is named where it is at least as likely as not. */
const MIN_MOOD = 0.5;

const ENERGY_LEVELS = 10;

/**
 * Returns the energy as DJ software counts it, integer in [1, 10].
 *
 * @param energy [0, 1]
 */
export function energyLevelFrom(energy: number): number {
  return Math.min(ENERGY_LEVELS, Math.floor(energy * ENERGY_LEVELS) + 1);
}

/** Returns the strongest mood of a track, with its name as a title; `null` where none is likely. */
export function strongestMoodOf({ estimates }: Pick<AudioAnalysis, "estimates">): {
  readonly name: string;
  readonly estimate: Estimate;
} | null {
  const [first] = moods
    .map((mood) => ({ name: titleOf(mood), estimate: estimates[mood] }))
    .sort((one, other) => (other.estimate.value ?? 0) - (one.estimate.value ?? 0));
  return first === undefined || (first.estimate.value ?? 0) < MIN_MOOD ? null : first;
}

const titleOf = (mood: Mood): string => `${mood.charAt(0).toUpperCase()}${mood.slice(1)}`;
