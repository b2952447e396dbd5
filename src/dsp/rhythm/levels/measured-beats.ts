import { beatCues } from "../bars/beat-cues.js";
import { beatProfiles, type BeatProfiles, type ProfileSources } from "../beat-profiles.js";
import type { OnsetStrength } from "../onset-strength.js";
import { beatRelation, type BeatRelation } from "./beat-relation-network.js";

/** With fewer beats the networks have too little to read. */
const MIN_BEATS = 8;

/** Beats, and what was measured at them. */
export interface MeasuredBeats {
  /** Beats per minute. */
  readonly bpm: number;
  /** Seconds, ascending. */
  readonly times: Float64Array;
  readonly profiles: BeatProfiles;
  /** As `beatCues` returns them. */
  readonly cues: readonly Float32Array[];
  /** How they relate to the beats that a listener taps; null with fewer than eight beats. */
  readonly relation: BeatRelation | null;
}

/**
 * Measures beats.
 *
 * @param times seconds, ascending
 * @param bpm beats per minute
 * @param sources analyses of the whole recording
 */
export function measuredBeats(
  times: Float64Array,
  bpm: number,
  sources: ProfileSources & { readonly onsets: OnsetStrength },
): MeasuredBeats {
  const profiles = beatProfiles(times, sources);
  const cues = beatCues(sources.onsets, profiles);
  const relation = times.length < MIN_BEATS ? null : beatRelation(cues, bpm);
  return { bpm, times, profiles, cues, relation };
}
