import { Field, Float, Int, ObjectType } from "type-graphql";

const confidenceOf = (what: string): { description: string } => ({
  description: `How sure ${what} is, in [0, 1]; 0 where it is null.`,
});

/** A stretch of a track that sounds alike. */
@ObjectType("Section", {
  description: "A stretch of a track that sounds alike, and what was measured on it alone.",
})
export class SectionType {
  @Field(() => Float, { description: "Seconds from the start." })
  readonly startSeconds!: number;

  @Field(() => Float, { description: "Seconds; the next section begins where this one ends." })
  readonly durationSeconds!: number;

  @Field(() => String, {
    description: 'Sections with one letter sound alike: "A", "B", ... in the order they come up.',
  })
  readonly label!: string;

  @Field(() => Float, {
    description: "How far it stands out from the section before, in [0, 1]; 1 for the first.",
  })
  readonly confidence!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Mean loudness, LUFS; null where it is silent.",
  })
  readonly loudness!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "How loud, dense and bright it is, in [0, 1]; null where it is silent.",
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
    description: 'The key in words, e.g. "A minor"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Beats in a bar, 3 to 7; two count as four; null where no metre is found.",
  })
  readonly timeSignature!: number | null;

  @Field(() => Float, confidenceOf("the metre"))
  readonly timeSignatureConfidence!: number;
}
