// Written by `npm run schema` from the table of descriptors.

/** Every value that is estimated of a track: its name and its column in the API, and what kind of value it is. */
export const DESCRIPTORS = [
  { name: "tempo", column: "TEMPO", kind: "measure" },
  { name: "key", column: "KEY", kind: "integer" },
  { name: "mode", column: "MODE", kind: "integer" },
  { name: "timeSignature", column: "TIME_SIGNATURE", kind: "integer" },
  { name: "energy", column: "ENERGY", kind: "share" },
  { name: "liveness", column: "LIVENESS", kind: "share" },
  { name: "danceability", column: "DANCEABILITY", kind: "share" },
  { name: "instrumentalness", column: "INSTRUMENTALNESS", kind: "share" },
  { name: "speechiness", column: "SPEECHINESS", kind: "share" },
  { name: "acousticness", column: "ACOUSTICNESS", kind: "share" },
  { name: "valence", column: "VALENCE", kind: "share" },
  { name: "arousal", column: "AROUSAL", kind: "share" },
  { name: "approachability", column: "APPROACHABILITY", kind: "share" },
  { name: "engagement", column: "ENGAGEMENT", kind: "share" },
  { name: "happy", column: "HAPPY", kind: "mood" },
  { name: "sad", column: "SAD", kind: "mood" },
  { name: "relaxed", column: "RELAXED", kind: "mood" },
  { name: "aggressive", column: "AGGRESSIVE", kind: "mood" },
  { name: "loudness", column: "LOUDNESS", kind: "measure" },
  { name: "loudnessRange", column: "LOUDNESS_RANGE", kind: "measure" },
  { name: "truePeak", column: "TRUE_PEAK", kind: "measure" },
  { name: "tuning", column: "TUNING", kind: "measure" },
] as const;

/** The name of a value that is estimated of a track. */
export type ShownDescriptor = (typeof DESCRIPTORS)[number]["name"];

/** The maximum number of columns of one request. */
export const COLUMNS_PER_REQUEST = 4;
