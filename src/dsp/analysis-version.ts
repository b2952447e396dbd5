/** Version of the analysis. Raised whenever any number that the analysis returns could change. */
export const ANALYSIS_VERSION = 10;

/**
 * The fields that each version measures differently from the version before it: "all", or names of
 * fields. Whoever raises `ANALYSIS_VERSION` adds the new version here, so that only those analyses are
 * repeated that need it.
 */
export const VERSION_CHANGES = [
  { version: 9, fields: "all" },
  {
    version: ANALYSIS_VERSION,
    fields: [
      "energy",
      "valence",
      "arousal",
      "approachability",
      "happy",
      "sad",
      "relaxed",
      "aggressive",
    ],
  },
] as const;
