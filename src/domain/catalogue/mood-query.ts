import type { Analysis, Mood } from "../analysis/analysis.js";

/** From here on a mood is more there than not. */
export const defaultMoodThreshold = 0.5;

/** The default number of tracks of a mood. */
export const defaultMoodTracks = 5;

/** The most tracks that are named of a mood. */
export const maxMoodTracks = 25;

/** Which tracks hold a mood, and how many of them to name. */
export interface MoodQuery {
  /** A track holds a mood whose value is at least this; in [0, 1]. */
  readonly threshold: number;
  /** Integer in [1, 25]. */
  readonly first: number;
}

/** The tracks that hold a mood. */
export interface MoodHolders {
  readonly mood: Mood;
  readonly count: number;
  /** Those that hold it most strongly, strongest first, ties by track key. */
  readonly strongest: readonly Analysis[];
}
