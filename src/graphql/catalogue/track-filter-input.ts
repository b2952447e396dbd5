import { Field, InputType, Int } from "type-graphql";
import { ConfidenceFilterInput, type ConfidenceBounds } from "../inputs/confidence-filter-input.js";
import { FloatRangeInput } from "../inputs/float-range-input.js";
import { MoodFilterInput } from "../inputs/mood-filter-input.js";

/** Which analysed tracks to list. */
@InputType("TrackFilter", {
  description:
    "Which analysed tracks to list: every condition must hold. A track without a value does not pass a condition on it.",
})
export class TrackFilterInput {
  @Field(() => String, {
    nullable: true,
    description:
      "Words that occur in artist or title, in any order, letter case, diacritics and punctuation ignored; a text of symbols alone is looked for as it is. 1 to 200 characters.",
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
      'A key that the track mixes with: the same on the Camelot wheel, one step to either side, or its relative. Spelled as Camelot ("8A"), Open Key ("1m") or a name ("A minor", "Am").',
  })
  readonly camelotCompatibleWith?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Keys, in any of those spellings, of which the track must have one.",
  })
  readonly keyIn?: readonly string[] | null;

  @Field(() => ConfidenceFilterInput, {
    nullable: true,
    description: "Bounds on how sure the estimates are.",
  })
  readonly confidence?: ConfidenceBounds | null;

  @Field(() => Int, { nullable: true, description: "Pitch class of the tonic, 0 (C) to 11 (B)." })
  readonly key?: number | null;

  @Field(() => Int, { nullable: true, description: "1 is major, 0 is minor." })
  readonly mode?: number | null;

  @Field(() => Int, { nullable: true, description: "Beats in a bar." })
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
    description: "Bounds on the tuning, cents off A4 = 440 Hz.",
  })
  readonly tuning?: FloatRangeInput | null;
}
