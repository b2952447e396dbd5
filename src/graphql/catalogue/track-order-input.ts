import { Field, InputType, registerEnumType } from "type-graphql";
import { estimateFields, type EstimateField } from "../../domain/analysis/descriptors.js";
import type { ConfidenceField, TrackOrder } from "../../domain/catalogue/catalogue-query.js";

type OrderField = TrackOrder["field"];

/**
 * Returns the enum value for the confidence of a field: `CONFIDENCE_TIME_SIGNATURE` for
 * `timeSignature`.
 */
const confidenceName = (field: EstimateField): `CONFIDENCE_${string}` =>
  `CONFIDENCE_${field.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

const confidences = Object.fromEntries(
  estimateFields.map((field) => [confidenceName(field), `confidence.${field}`]),
) as Record<`CONFIDENCE_${string}`, ConfidenceField>;

const confidenceDescriptions = Object.fromEntries(
  estimateFields.map((field) => {
    const description = `By the confidence of \`${field}\`.`;
    return [confidenceName(field), { description }];
  }),
);

const orderFields = {
  ARTIST: "artist",
  TRACK_NAME: "trackName",
  SOURCE: "source",
  DURATION_MS: "durationMs",
  ANALYZED_AT: "analyzedAt",
  TEMPO: "tempo",
  KEY: "key",
  MODE: "mode",
  TIME_SIGNATURE: "timeSignature",
  ENERGY: "energy",
  LIVENESS: "liveness",
  DANCEABILITY: "danceability",
  INSTRUMENTALNESS: "instrumentalness",
  SPEECHINESS: "speechiness",
  VALENCE: "valence",
  AROUSAL: "arousal",
  APPROACHABILITY: "approachability",
  ENGAGEMENT: "engagement",
  HAPPY: "happy",
  SAD: "sad",
  RELAXED: "relaxed",
  AGGRESSIVE: "aggressive",
  LOUDNESS: "loudness",
  LOUDNESS_RANGE: "loudnessRange",
  TRUE_PEAK: "truePeak",
  TUNING: "tuning",
  ...confidences,
} as const satisfies Record<string, OrderField>;

registerEnumType(orderFields, {
  name: "TrackOrderField",
  description:
    "The fields that analysed tracks can be ordered by. Tracks without a value come last.",
  valuesConfig: {
    ARTIST: { description: "By artist, letter case and diacritics ignored." },
    TRACK_NAME: { description: "By title, letter case and diacritics ignored." },
    SOURCE: { description: "By audio source." },
    DURATION_MS: { description: "By the length of the audio." },
    ANALYZED_AT: { description: "By the time of the analysis." },
    TEMPO: { description: "By tempo." },
    KEY: { description: "By the pitch class of the tonic." },
    MODE: { description: "By mode, minor before major." },
    TIME_SIGNATURE: { description: "By beats per bar." },
    ENERGY: { description: "By energy." },
    LIVENESS: { description: "By liveness." },
    DANCEABILITY: { description: "By danceability." },
    INSTRUMENTALNESS: { description: "By instrumentalness." },
    SPEECHINESS: { description: "By speechiness." },
    VALENCE: { description: "By valence." },
    AROUSAL: { description: "By arousal." },
    APPROACHABILITY: { description: "By approachability." },
    ENGAGEMENT: { description: "By engagement." },
    HAPPY: { description: "By the value of the mood happy." },
    SAD: { description: "By the value of the mood sad." },
    RELAXED: { description: "By the value of the mood relaxed." },
    AGGRESSIVE: { description: "By the value of the mood aggressive." },
    LOUDNESS: { description: "By integrated loudness." },
    LOUDNESS_RANGE: { description: "By loudness range." },
    TRUE_PEAK: { description: "By true peak." },
    TUNING: { description: "By tuning." },
    ...confidenceDescriptions,
  },
});

const orderDirections = { ASC: "asc", DESC: "desc" } as const;

registerEnumType(orderDirections, {
  name: "OrderDirection",
  description: "The direction of an order.",
  valuesConfig: {
    ASC: { description: "Ascending: lowest value first." },
    DESC: { description: "Descending: highest value first." },
  },
});

/** The order of analysed tracks. */
@InputType("TrackOrder", {
  description: "The order of analysed tracks. Ties are ordered by track key.",
})
export class TrackOrderInput implements TrackOrder {
  @Field(() => orderFields, { description: "The field to order by." })
  readonly field!: OrderField;

  @Field(() => orderDirections, {
    defaultValue: "asc",
    description: "The direction.",
  })
  readonly direction!: TrackOrder["direction"];
}
