import { Field, Float, Int, ObjectType } from "type-graphql";

const confidenceOf = (what: string): { description: string } => ({
  description: `Confidence of ${what}, in [0, 1]; 0 where it is null.`,
});

/** A section of a track with a uniform sound. */
@ObjectType("Section", {
  description: "A section of a track with a uniform sound, and the values measured on it alone.",
})
export class SectionType {
  @Field(() => Float, { description: "Start, seconds from the start of the audio." })
  readonly startSeconds!: number;

  @Field(() => Float, {
    description: "Duration, seconds; the next section begins where this one ends.",
  })
  readonly durationSeconds!: number;

  @Field(() => String, {
    description:
      'A letter; sections with the same letter sound alike. "A", "B", ... in order of first appearance.',
  })
  readonly label!: string;

  @Field(() => Float, {
    description: "How clearly it differs from the section before, in [0, 1]; 1 for the first.",
  })
  readonly confidence!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Mean loudness, LUFS; null where it is silent.",
  })
  readonly loudness!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "How loud, dense and bright the sound is, in [0, 1]; null where it is silent.",
  })
  readonly energy!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Beats per minute, > 0; null where no beat is found.",
  })
  readonly tempo!: number | null;

  @Field(() => Float, confidenceOf("the tempo"))
  readonly tempoConfidence!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Pitch class of the tonic, 0 (C) to 11 (B); null where there is no key.",
  })
  readonly key!: number | null;

  @Field(() => Float, confidenceOf("the key"))
  readonly keyConfidence!: number;

  @Field(() => Int, {
    nullable: true,
    description: "1 is major, 0 is minor; null where there is no key.",
  })
  readonly mode!: number | null;

  @Field(() => Float, confidenceOf("the mode"))
  readonly modeConfidence!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key, e.g. "A minor"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Beats per bar, 3 to 7; a metre of two is given as four; null where no metre is found.",
  })
  readonly timeSignature!: number | null;

  @Field(() => Float, confidenceOf("the metre"))
  readonly timeSignatureConfidence!: number;
}
