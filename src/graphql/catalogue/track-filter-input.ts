import { Field, Float, InputType, Int } from "type-graphql";
import { type EstimateField, estimateFields } from "../../domain/analysis/descriptors.js";

/** The value of a `ConfidenceFilterInput`. */
export type ConfidenceBounds = { readonly [Name in EstimateField]?: FloatRangeInput | null };

/** Bounds on the confidence of estimates: one field for each estimate. */
@InputType("ConfidenceFilter", {
  description:
    "Bounds on the confidence of estimates, each in [0, 1] and comparable within one field.",
})
class ConfidenceFilterInput {}

for (const field of estimateFields) {
  const description = `Bounds on the confidence of \`${field}\`.`;
  const declare = Field(() => FloatRangeInput, { nullable: true, description });
  declare(ConfidenceFilterInput.prototype, field);
}

/** Bounds on the four moods. */
@InputType("MoodFilter", { description: "Bounds on the four moods, each in [0, 1]." })
export class MoodFilterInput {
  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on happy." })
  readonly happy?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on sad." })
  readonly sad?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on relaxed." })
  readonly relaxed?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on aggressive." })
  readonly aggressive?: FloatRangeInput | null;
}

/** Bounds on a number. */
@InputType("FloatRange", {
  description: "Bounds on a number. Both are inclusive; either may be absent.",
})
export class FloatRangeInput {
  @Field(() => Float, { nullable: true, description: "The minimum value." })
  readonly gte?: number | null;

  @Field(() => Float, { nullable: true, description: "The maximum value." })
  readonly lte?: number | null;
}

/** Which analysed tracks to list. */
@InputType("TrackFilter", {
  description:
    "Which analysed tracks to list. All conditions must be met. A track whose value is null does not meet a condition on that value.",
})
export class TrackFilterInput {
  @Field(() => String, {
    nullable: true,
    description:
      "Words that occur in the artist or title, in any order. Letter case, diacritics and punctuation are ignored; a text that consists only of symbols is searched for as it is. 1 to 200 characters.",
  })
  readonly text?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the audio came from, e.g. "library" or "deezer".',
  })
  readonly source?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A key that the key of the track is compatible with on the Camelot wheel: the same key, one step to either side, or the relative key. Written as Camelot ("8A"), Open Key ("1m") or a name ("A minor", "Am").',
  })
  readonly camelotCompatibleWith?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Keys, in any of the notations of `camelotCompatibleWith`; the track must have one of them.",
  })
  readonly keyIn?: readonly string[] | null;

  @Field(() => ConfidenceFilterInput, {
    nullable: true,
    description: "Bounds on the confidence of estimates.",
  })
  readonly confidence?: ConfidenceBounds | null;

  @Field(() => Int, { nullable: true, description: "Pitch class of the tonic, 0 (C) to 11 (B)." })
  readonly key?: number | null;

  @Field(() => Int, { nullable: true, description: "1 is major, 0 is minor." })
  readonly mode?: number | null;

  @Field(() => Int, { nullable: true, description: "Beats per bar." })
  readonly timeSignature?: number | null;

  @Field(() => MoodFilterInput, { nullable: true, description: "Bounds on the four moods." })
  readonly mood?: MoodFilterInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on the length of the audio, milliseconds.",
  })
  readonly durationMs?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on the tempo, beats per minute.",
  })
  readonly tempo?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on energy, in [0, 1]." })
  readonly energy?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on liveness, in [0, 1]." })
  readonly liveness?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on danceability, in [0, 1].",
  })
  readonly danceability?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on instrumentalness, in [0, 1].",
  })
  readonly instrumentalness?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on speechiness, in [0, 1].",
  })
  readonly speechiness?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on valence, in [0, 1]." })
  readonly valence?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on arousal, in [0, 1]." })
  readonly arousal?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on approachability, in [0, 1].",
  })
  readonly approachability?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on engagement, in [0, 1]." })
  readonly engagement?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on integrated loudness, LUFS.",
  })
  readonly loudness?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on the loudness range, LU.",
  })
  readonly loudnessRange?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, { nullable: true, description: "Bounds on the true peak, dBTP." })
  readonly truePeak?: FloatRangeInput | null;

  @Field(() => FloatRangeInput, {
    nullable: true,
    description: "Bounds on the tuning, cents from A4 = 440 Hz.",
  })
  readonly tuning?: FloatRangeInput | null;
}
