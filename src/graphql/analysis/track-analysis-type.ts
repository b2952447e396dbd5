import { Field, Float, Int, ObjectType } from "type-graphql";
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** How strongly each of four moods is present. */
@ObjectType("Mood", {
  description: "How strongly each of four moods is present, each in [0, 1] on its own.",
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

/** Another tempo that the rhythm allows. */
@ObjectType("TempoRival", {
  description: "Another tempo that the rhythm allows, weaker than the one chosen.",
})
export class TempoRivalType {
  @Field(() => Float, { description: "Beats per minute, > 0." })
  readonly bpm!: number;

  @Field(() => Float, { description: "In [0, 1]; comparable with the confidence of the tempo." })
  readonly confidence!: number;
}

const inUnitRange = (meaning: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `${meaning} In [0, 1]; null where the signal does not tell.`,
});

/** Everything that was measured on one track. */
@ObjectType("TrackAnalysis", {
  description:
    "Everything that was measured on one track. A value that the signal does not carry is null, never made up.",
})
export class TrackAnalysisType {
  declare readonly analysis: Analysis;

  @Field(() => trackKeyScalar, { description: "The track that was measured." })
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
    description: 'The key in words, e.g. "A minor" or "F# major"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key as the Camelot wheel spells it, e.g. "8A"; null where there is no key.',
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
    description: "Beats in a bar, 3 to 7; two count as four; null where no metre is found.",
  })
  readonly timeSignature!: number | null;

  @Field(() => Float, inUnitRange("How loud, dense and bright the sound is."))
  readonly energy!: number | null;

  @Field(() => Float, inUnitRange("How much it sounds like a concert with an audience."))
  readonly liveness!: number | null;

  @Field(() => Float, inUnitRange("How well one can dance to it."))
  readonly danceability!: number | null;

  @Field(() => Float, inUnitRange("How sure it is that nobody sings."))
  readonly instrumentalness!: number | null;

  @Field(() => Float, inUnitRange("How much of it is speech."))
  readonly speechiness!: number | null;

  @Field(() => Float, inUnitRange("From unpleasant (0) to pleasant (1)."))
  readonly valence!: number | null;

  @Field(() => Float, inUnitRange("From calm (0) to energetic (1)."))
  readonly arousal!: number | null;

  @Field(() => Float, inUnitRange("How easily it is taken to at a first hearing."))
  readonly approachability!: number | null;

  @Field(() => Float, inUnitRange("How much it asks to be listened to."))
  readonly engagement!: number | null;

  @Field(() => [Float], { description: "Beat times, seconds, ascending, perhaps none." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description: "First beats of bars, seconds, ascending, a subset of `beats`, perhaps none.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Int, {
    description: "Version of the analysis; numbers of different versions may differ.",
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
      "Seconds of audio that were measured: of the whole track, or of a preview, from whose start beats are counted then.",
  })
  readonly coveredSeconds!: number;
}
