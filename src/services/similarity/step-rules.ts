import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { StepRules } from "../../domain/catalogue/mix-path.js";
import { coordinateOf } from "../../domain/catalogue/sound-coordinates.js";
import { leadArtistOf } from "../../domain/track/lead-artist.js";

/** A larger difference between two quotients, in per cent, is no rounding error. */
export const ROUNDING_PERCENT = 1e-6;

/** What the rules of steps need to know of a track. */
export interface StepTrack {
  /** Without guests, folded; empty where it is not known. */
  readonly artist: string;
  /** Beats per minute, > 0; `null` where it is not known. */
  readonly tempo: number | null;
  /** Position of its key; contains `NaN` where that is not known. */
  readonly wheel: WheelPosition;
}

/** Returns what the rules of steps need to know of a track. */
export function stepTrackOf({
  artist,
  values,
}: Pick<MeasuredTrack, "artist" | "values">): StepTrack {
  const wheel = {
    circlePosition: coordinateOf("key", values),
    mode: coordinateOf("mode", values),
  };
  return { artist: leadArtistOf(artist), tempo: values.tempo, wheel };
}

/** Returns whether a step meets the rules on tempo and key; what is not known meets no rule. */
export function meetsStepRules(
  { maxTempoChangePercent, compatibleKeysOnly }: StepRules,
  one: StepTrack,
  other: StepTrack,
): boolean {
  if (compatibleKeysOnly && !haveCompatibleKeys(one, other)) return false;
  return isAtMost(tempoChangeBetween(one, other), maxTempoChangePercent);
}

/** Returns whether two keys are compatible on the Camelot wheel; not where either is not known. */
export const haveCompatibleKeys = (one: StepTrack, other: StepTrack): boolean =>
  wheelDistance(one.wheel, other.wheel) <= 1;

/** Returns the change of tempo in a step, per cent of the first track, >= 0; `Infinity` where it is not known. */
export function tempoChangeBetween({ tempo: from }: StepTrack, { tempo: to }: StepTrack): number {
  return from === null || to === null ? Infinity : Math.abs(to / from - 1) * 100;
}

/** Returns whether a change, in per cent, is at most another one, but for rounding errors. */
export const isAtMost = (change: number, max: number): boolean => change <= max + ROUNDING_PERCENT;
