import { Field, InputType, registerEnumType } from "type-graphql";
import { estimateFields, type EstimateField } from "../../domain/analysis/analysis.js";
import type { ConfidenceField, TrackOrder } from "../../domain/catalogue/catalogue-query.js";

type OrderField = TrackOrder["field"];

/** `timeSignature` as `CONFIDENCE_TIME_SIGNATURE`. */
const confidenceName = (field: EstimateField): `CONFIDENCE_${string}` =>
  `CONFIDENCE_${field.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

const confidences = Object.fromEntries(
  estimateFields.map((field) => [confidenceName(field), `confidence.${field}`]),
) as Record<`CONFIDENCE_${string}`, ConfidenceField>;

const confidenceDescriptions = Object.fromEntries(
  estimateFields.map((field) => {
    const description = `By how sure \`${field}\` is.`;
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
  description: "What analysed tracks can be ordered by. Tracks without a value come last.",
  valuesConfig: {
    ARTIST: { description: "By artist, letter case and diacritics ignored." },
    TRACK_NAME: { description: "By title, letter case and diacritics ignored." },
    SOURCE: { description: "By where the audio came from." },
    DURATION_MS: { description: "By the length of the audio." },
    ANALYZED_AT: { description: "By when the analysis was computed." },
    TEMPO: { description: "By tempo." },
    KEY: { description: "By the pitch class of the tonic." },
    MODE: { description: "By mode, minor before major." },
    TIME_SIGNATURE: { description: "By beats in a bar." },
    ENERGY: { description: "By energy." },
    LIVENESS: { description: "By liveness." },
    DANCEABILITY: { description: "By danceability." },
    INSTRUMENTALNESS: { description: "By instrumentalness." },
    SPEECHINESS: { description: "By speechiness." },
    VALENCE: { description: "By valence." },
    AROUSAL: { description: "By arousal." },
    APPROACHABILITY: { description: "By approachability." },
    ENGAGEMENT: { description: "By engagement." },
    HAPPY: { description: "By how happy it is." },
    SAD: { description: "By how sad it is." },
    RELAXED: { description: "By how relaxed it is." },
    AGGRESSIVE: { description: "By how aggressive it is." },
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
  description: "Which end of an order comes first.",
  valuesConfig: {
    ASC: { description: "The least first." },
    DESC: { description: "The largest first." },
  },
});

/** What to order analysed tracks by. */
@InputType("TrackOrder", {
  description: "What to order analysed tracks by. Ties are ordered by track key.",
})
export class TrackOrderInput implements TrackOrder {
  @Field(() => orderFields, { description: "The field that decides." })
  readonly field!: OrderField;

  @Field(() => orderDirections, {
    defaultValue: "asc",
    description: "Which end comes first.",
  })
  readonly direction!: TrackOrder["direction"];
}
