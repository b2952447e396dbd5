import { Field, Float, Int, ObjectType } from "type-graphql";
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** How strongly each of four moods is present. */
@ObjectType("Mood", {
  description:
    "How strongly each of four moods is present, each in [0, 1] and independent of the others.",
})
export class MoodType {
  @Field(() => Float, { nullable: true, description: "Happy, in [0, 1]; null where unknown." })
  readonly happy!: number | null;

  @Field(() => Float, { nullable: true, description: "Sad, in [0, 1]; null where unknown." })
  readonly sad!: number | null;

  @Field(() => Float, { nullable: true, description: "Relaxed, in [0, 1]; null where unknown." })
  readonly relaxed!: number | null;

  @Field(() => Float, { nullable: true, description: "Aggressive, in [0, 1]; null where unknown." })
  readonly aggressive!: number | null;
}

/** Another tempo that fits the rhythm. */
@ObjectType("TempoRival", {
  description: "Another tempo that fits the rhythm, less well than the estimated one.",
})
export class TempoRivalType {
  @Field(() => Float, { description: "Beats per minute, > 0." })
  readonly bpm!: number;

  @Field(() => Float, {
    description: "The confidence, in [0, 1]; comparable with the confidence of the tempo.",
  })
  readonly confidence!: number;
}

const inUnitRange = (meaning: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `${meaning} In [0, 1]; null where it cannot be measured.`,
});

/** The analysis of one track. */
@ObjectType("TrackAnalysis", {
  description:
    "Everything that was measured on one track. A value that the signal does not have is null, never invented: silence has no tempo.",
})
export class TrackAnalysisType {
  declare readonly analysis: Analysis;

  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, { description: "The artist of the track." })
  readonly artist!: string;

  @Field(() => String, { description: "The title of the track." })
  readonly trackName!: string;

  @Field(() => Int, { description: "Length of the audio, milliseconds." })
  readonly durationMs!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Beats per minute, > 0; null where no beat is found.",
  })
  readonly tempo!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Pitch class of the tonic, 0 (C) to 11 (B); 9 is A. Null where there is no key.",
  })
  readonly key!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key, e.g. "A minor" or "F# major"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key in Camelot notation, e.g. "8A"; null where there is no key.',
  })
  readonly camelot!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key in Open Key notation, e.g. "1m"; null where there is no key.',
  })
  readonly openKey!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 is major, 0 is minor; null where there is no key.",
  })
  readonly mode!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Beats per bar, 3 to 7; a metre of two is given as four; null where no metre is found.",
  })
  readonly timeSignature!: number | null;

  @Field(() => Float, inUnitRange("How loud, dense and bright the sound is."))
  readonly energy!: number | null;

  @Field(() => Float, inUnitRange("How much it sounds like a live concert with an audience."))
  readonly liveness!: number | null;

  @Field(() => Float, inUnitRange("How suitable it is for dancing."))
  readonly danceability!: number | null;

  @Field(() => Float, inUnitRange("How likely it is that there are no vocals."))
  readonly instrumentalness!: number | null;

  @Field(() => Float, inUnitRange("How much of it is speech."))
  readonly speechiness!: number | null;

  @Field(() => Float, inUnitRange("From unpleasant (0) to pleasant (1)."))
  readonly valence!: number | null;

  @Field(() => Float, inUnitRange("From calm (0) to energetic (1)."))
  readonly arousal!: number | null;

  @Field(() => Float, inUnitRange("How accessible it is at a first hearing."))
  readonly approachability!: number | null;

  @Field(() => Float, inUnitRange("How much it holds the listener's attention."))
  readonly engagement!: number | null;

  @Field(() => [Float], { description: "Beat times, seconds, ascending; may be empty." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description:
      "Times of the first beat of each bar, seconds, ascending, a subset of `beats`; may be empty.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Int, {
    description: "Version of the analysis engine; values of different versions may differ.",
  })
  readonly analysisVersion!: number;

  @Field(() => String, {
    description: 'When it was computed, ISO 8601 in UTC, e.g. "2026-01-31T12:00:00.000Z".',
  })
  readonly analyzedAt!: string;

  @Field(() => String, { description: 'Where the audio came from, e.g. "library".' })
  readonly source!: string;

  @Field(() => Float, {
    description:
      "Duration of the audio that was measured, seconds: the whole track, or a preview of it. For a preview, beat times are counted from its start.",
  })
  readonly coveredSeconds!: number;
}
