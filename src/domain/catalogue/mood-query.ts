import type { Analysis } from "../analysis/analysis.js";
import type { Mood } from "../analysis/descriptors.js";

/** The default minimum value from which a track has a mood. */
export const DEFAULT_MOOD_THRESHOLD = 0.5;

/** The default number of tracks of a mood. */
export const DEFAULT_MOOD_TRACKS = 5;

/** The maximum number of tracks that are listed for a mood. */
export const MAX_MOOD_TRACKS = 25;

/** Options of a query for the tracks that have a mood. */
export interface MoodQuery {
  /** A track has a mood where the mood's value is at least this; in [0, 1]. */
  readonly threshold: number;
  /** Integer in [1, 25]. */
  readonly first: number;
}

/** The tracks that have a mood. */
export interface MoodHolders {
  readonly mood: Mood;
  readonly count: number;
  /** The tracks with the highest values, highest first, ties by track key. */
  readonly strongest: readonly Analysis[];
}
