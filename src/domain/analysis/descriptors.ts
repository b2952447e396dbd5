/**
 * The position of a descriptor in responses: a field of the analysis, in its `mood`, or only in the
 * list of all estimates (`details` of GraphQL, `GET /api/audio/tracks`).
 */
type DescriptorPlace = "analysis" | "mood" | "details";

/** One number that is estimated for every track. */
export interface Descriptor {
  readonly place: DescriptorPlace;
  /** The meaning of its value, as sentences. */
  readonly description: string;
  /** Its name in sentences about comparisons: "tempo". */
  readonly label: string;
  /** The label with its article, where it has one: "the tempo". */
  readonly articleLabel: string;
  /** The unit, or the range of a value without a unit, at the end of a sentence: "LUFS". */
  readonly unit: string;
  /** Bounds of the value; absent where it has none. */
  readonly range: {
    readonly minimum?: number;
    readonly exclusiveMinimum?: number;
    readonly maximum?: number;
  };
  /** Decimals that are kept: more would claim a precision that no method has. */
  readonly decimals: number;
  /** Its name in sentences about orders. */
  readonly orderedBy: string;
  /** Present where the value is one of a few integers, of which filters select one. */
  readonly integers?: { readonly min: number; readonly max: number; readonly meaning: string };
  /**
   * The distribution of the value in released music, the default until a catalogue is large enough
   * to measure its own: mean and standard deviation, rounded.
   */
  readonly spread: { readonly mean: number; readonly deviation: number };
}

/** A row of the table; what is left out has a default, that of a value in [0, 1]. */
type DescriptorRow = Pick<Descriptor, "place" | "description"> & Partial<Descriptor>;

const share = (meaning: string) =>
  ({
    place: "analysis",
    description: `${meaning} In [0, 1]; null where it cannot be measured.`,
  }) as const satisfies DescriptorRow;

const mood = (name: string) =>
  ({
    place: "mood",
    description: `${name}, in [0, 1]; null where unknown.`,
    label: `the mood ${name.toLowerCase()}`,
    orderedBy: `the value of the mood ${name.toLowerCase()}`,
  }) as const satisfies DescriptorRow;

/**
 * Every number that an analysis estimates, in the order of the API. Everything that names
 * descriptors is derived from this table: both edges, the OpenAPI description, the catalogue in
 * memory, and the table of fields in the guide. The value itself, its confidence and its method come from
 * `src/dsp`.
 */
const rows = {
  tempo: {
    place: "analysis",
    description: "Beats per minute, > 0; null where no beat is found.",
    label: "tempo",
    articleLabel: "the tempo",
    unit: "beats per minute",
    range: { exclusiveMinimum: 0 },
    decimals: 2,
  },
  key: {
    place: "analysis",
    description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A. Null where there is no key.",
    label: "the key (on the circle of fifths)",
    range: { minimum: 0, maximum: 11 },
    orderedBy: "the pitch class of the tonic",
    integers: { min: 0, max: 11, meaning: "Pitch class of the tonic, 0 (C) to 11 (B)." },
  },
  mode: {
    place: "analysis",
    description: "1 is major, 0 is minor; null where there is no key.",
    orderedBy: "mode, minor before major",
    integers: { min: 0, max: 1, meaning: "1 is major, 0 is minor." },
  },
  timeSignature: {
    place: "analysis",
    description:
      "Beats per bar, 3 to 7; a metre of two is given as four; null where no metre is found.",
    range: { minimum: 2 },
    orderedBy: "beats per bar",
    integers: { min: 1, max: Infinity, meaning: "Beats per bar." },
  },
  energy: share("How loud, dense and bright the sound is."),
  liveness: share("How likely it is that an audience is heard."),
  danceability: share("How suitable it is for dancing."),
  instrumentalness: share("How likely it is that there are no vocals."),
  speechiness: share("How much of it is speech."),
  acousticness: share("How likely it is that acoustic instruments alone play."),
  valence: share("From unpleasant (0) to pleasant (1)."),
  arousal: share("From calm (0) to energetic (1)."),
  approachability: share("How accessible it is at a first hearing."),
  engagement: share("How much it holds the listener's attention."),
  happy: mood("Happy"),
  sad: mood("Sad"),
  relaxed: mood("Relaxed"),
  aggressive: mood("Aggressive"),
  loudness: {
    place: "details",
    description: "Integrated loudness, LUFS.",
    label: "integrated loudness",
    unit: "LUFS",
    range: {},
    decimals: 2,
    spread: { mean: -12, deviation: 4 },
  },
  loudnessRange: {
    place: "details",
    description: "Loudness range, LU.",
    label: "loudness range",
    articleLabel: "the loudness range",
    unit: "LU",
    range: { minimum: 0 },
    decimals: 2,
  },
  truePeak: {
    place: "details",
    description: "True peak, dBTP.",
    label: "true peak",
    articleLabel: "the true peak",
    unit: "dBTP",
    range: {},
    decimals: 2,
  },
  tuning: {
    place: "details",
    description: "Cents off A4 = 440 Hz, in [-50, 50).",
    articleLabel: "the tuning",
    unit: "cents from A4 = 440 Hz",
    range: {},
    decimals: 1,
  },
} as const satisfies Record<string, DescriptorRow>;

/**
 * The groups of fields that tracks are compared by, and the total weight of each. The shares are a
 * choice, not a measurement: listeners differ in what they find similar, and clients can set
 * weights for that. A descriptor in no group is not compared.
 */
export const similarityGroups = {
  rhythm: { share: 1, fields: ["tempo", "danceability"] },
  harmony: { share: 0.5, fields: ["key", "mode"] },
  intensity: { share: 1, fields: ["energy", "arousal", "loudness"] },
  mood: { share: 1, fields: ["valence", "happy", "sad", "relaxed", "aggressive"] },
  voice: { share: 1, fields: ["instrumentalness", "speechiness", "liveness"] },
  appeal: { share: 0.5, fields: ["approachability", "engagement"] },
} as const satisfies Record<string, { share: number; fields: readonly EstimateField[] }>;

/** The name of a row of the table: a value that every analysis estimates. */
export type EstimateField = keyof typeof rows;

type FieldAt<Place extends DescriptorPlace> = {
  [Field in EstimateField]: (typeof rows)[Field]["place"] extends Place ? Field : never;
}[EstimateField];

/** A field of the plain form of an analysis. */
export type AnalysisField = FieldAt<"analysis">;

/** A field of the API's `mood` object. */
export type Mood = FieldAt<"mood">;

/** A field that is filtered by one integer, and not by a range. */
export type IntegerField = {
  [Field in EstimateField]: (typeof rows)[Field] extends { integers: object } ? Field : never;
}[EstimateField];

/** Every field that an analysis estimates, in the order of the API. */
export const estimateFields = Object.keys(rows) as readonly EstimateField[];

const labelled = (field: EstimateField, row: DescriptorRow): Descriptor => {
  const { label = field } = row;
  return {
    label,
    articleLabel: label,
    unit: "in [0, 1]",
    range: { minimum: 0, maximum: 1 },
    decimals: 4,
    orderedBy: label,
    spread: { mean: 0.5, deviation: 0.2 },
    ...row,
  };
};

/** The row of the table for each field. */
export const descriptors: Readonly<Record<EstimateField, Descriptor>> = byField(
  estimateFields,
  (field) => labelled(field, rows[field]),
);

const fieldsAt = <Place extends DescriptorPlace>(place: Place) =>
  estimateFields.filter(
    (field): field is FieldAt<Place> => descriptors[field].place === place,
  ) as readonly FieldAt<Place>[];

/** The fields of the plain form of an analysis, in the order of the API. */
export const analysisFields = fieldsAt("analysis");

/** The fields that only the list of all estimates has. */
export const detailFields = fieldsAt("details");

/** The fields of the `mood` object. */
export const moods = fieldsAt("mood");

/** The fields that are filtered by one integer. */
export const integerFields = estimateFields.filter(
  (field): field is IntegerField => descriptors[field].integers !== undefined,
);

/** The fields that are filtered by a range under their own name. */
export const rangeFields = estimateFields.filter(
  (field): field is Exclude<EstimateField, IntegerField | Mood> =>
    descriptors[field].place !== "mood" && descriptors[field].integers === undefined,
);

/** Calls the function for each of some fields, in their order, and returns its results by field. */
export function byField<Field extends string, Result>(
  fields: readonly Field[],
  resultOf: (field: Field) => Result,
): Record<Field, Result> {
  const results = {} as Record<Field, Result>;
  for (const field of fields) results[field] = resultOf(field);
  return results;
}
