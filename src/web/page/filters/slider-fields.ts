import type { TrackColumnField } from "../generated/documents.js";
import type { Texts } from "../texts/texts.js";

/** A value that tracks are filtered by. */
export interface FilterField {
  /** Its name in filters of the API, e.g. "tempo"; that of a mood is without its group. */
  readonly name: Exclude<keyof Texts["fields"], "key" | "mode" | "timeSignature"> | "durationMs";
  readonly column: TrackColumnField;
  readonly isMood: boolean;
  /** Positions of the slider in one unit of the value. Values have no finer decimals between them. */
  readonly stepsPerUnit: number;
  /** Whether it is a share, whose slider always has all of [0, 1]. */
  readonly isShare: boolean;
}

const share = (name: FilterField["name"], column: TrackColumnField): FilterField => ({
  ...{ name, column, isMood: false, stepsPerUnit: 100, isShare: true },
});

const mood = (name: FilterField["name"], column: TrackColumnField): FilterField => ({
  ...share(name, column),
  isMood: true,
});

const measure = (
  name: FilterField["name"],
  column: TrackColumnField,
  stepsPerUnit: number,
): FilterField => ({ name, column, isMood: false, stepsPerUnit, isShare: false });

/** Milliseconds of a step of the slider of lengths. */
const LENGTH_STEP = 5000;

/** The values that tracks are filtered by, in the order of the view; the moods among them are a group. */
export const FILTER_FIELDS: readonly FilterField[] = [
  measure("tempo", "TEMPO", 1),
  share("energy", "ENERGY"),
  share("danceability", "DANCEABILITY"),
  share("valence", "VALENCE"),
  share("arousal", "AROUSAL"),
  measure("loudness", "LOUDNESS", 2),
  measure("durationMs", "DURATION_MS", 1 / LENGTH_STEP),
  mood("happy", "HAPPY"),
  mood("sad", "SAD"),
  mood("relaxed", "RELAXED"),
  mood("aggressive", "AGGRESSIVE"),
  share("instrumentalness", "INSTRUMENTALNESS"),
  share("speechiness", "SPEECHINESS"),
  share("acousticness", "ACOUSTICNESS"),
  share("liveness", "LIVENESS"),
  share("approachability", "APPROACHABILITY"),
  share("engagement", "ENGAGEMENT"),
  measure("loudnessRange", "LOUDNESS_RANGE", 2),
  measure("truePeak", "TRUE_PEAK", 2),
  measure("tuning", "TUNING", 1),
];

/** The fields that are shown without asking; the others are one click away. */
export const MAIN_FIELDS: readonly FilterField[] = FILTER_FIELDS.slice(0, 7);
export const MOOD_SLIDERS: readonly FilterField[] = FILTER_FIELDS.slice(7, 11);
export const OTHER_FIELDS: readonly FilterField[] = FILTER_FIELDS.slice(11);
