/** Version of the analysis. Raised whenever any number that the analysis returns could change. */
export const ANALYSIS_VERSION = 15;

/**
 * The fields that each version measures differently from the version before it: "all", or names of
 * fields. Whoever raises `ANALYSIS_VERSION` adds the new version here, so that only those analyses are
 * repeated that need it.
 */
export const VERSION_CHANGES = [
  { version: 9, fields: "all" },
  {
    version: 10,
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
  // Downbeats, which have no name of their own, and with them the time signature.
  { version: 11, fields: ["timeSignature"] },
  // Keys by a network trained anew, and the confidences of all that only music has.
  {
    version: 12,
    fields: [
      "tempo",
      "key",
      "mode",
      "timeSignature",
      "danceability",
      "valence",
      "arousal",
      "approachability",
      "engagement",
      "happy",
      "sad",
      "relaxed",
      "aggressive",
    ],
  },
  // Descriptors that silence and gain moved, and bars of beats in three parts.
  {
    version: 13,
    fields: [
      "timeSignature",
      "energy",
      "liveness",
      "danceability",
      "valence",
      "arousal",
      "approachability",
      "engagement",
      "happy",
      "sad",
      "relaxed",
      "aggressive",
    ],
  },
  // Keys by networks trained anew; confidences of keys and metres that hold for excerpts too; moods that lossy coding
  // moves less; sections by repetition and the sound embedding, which have no name of their own; tempi of the level and
  // beats of the phase that the beats decide, and beats that follow a change of tempo, with all that is measured from
  // beats; bars that follow a change of metre; and instrumentalness, liveness and acousticness, which is new, by
  // networks.
  {
    version: 14,
    fields: [
      "tempo",
      "key",
      "mode",
      "timeSignature",
      "liveness",
      "danceability",
      "instrumentalness",
      "acousticness",
      "valence",
      "arousal",
      "approachability",
      "engagement",
      "happy",
      "sad",
      "relaxed",
      "aggressive",
    ],
  },
  // Samples: comments of Opus that span pages were decoded as sound, and the last frame of FLAC in front of a tag was not.
  { version: ANALYSIS_VERSION, fields: "all" },
] as const;
