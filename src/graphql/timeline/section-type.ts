import { Field, Float, Int, ObjectType } from "type-graphql";
import { descriptors } from "../../domain/analysis/descriptors.js";

const confidenceOf = (what: string): { description: string } => ({
  description: `Confidence of ${what}, in [0, 1]; 0 where it is null.`,
});

/** Declares a field with the description that the descriptor has for the whole track. */
const describedAs = (field: "tempo" | "key" | "mode" | "timeSignature") => ({
  nullable: true,
  description: descriptors[field].description,
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

  @Field(() => Float, describedAs("tempo"))
  readonly tempo!: number | null;

  @Field(() => Float, confidenceOf("the tempo"))
  readonly tempoConfidence!: number;

  @Field(() => Int, describedAs("key"))
  readonly key!: number | null;

  @Field(() => Float, confidenceOf("the key"))
  readonly keyConfidence!: number;

  @Field(() => Int, describedAs("mode"))
  readonly mode!: number | null;

  @Field(() => Float, confidenceOf("the mode"))
  readonly modeConfidence!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the key, e.g. "A minor"; null where there is no key.',
  })
  readonly keyString!: string | null;

  @Field(() => Int, describedAs("timeSignature"))
  readonly timeSignature!: number | null;

  @Field(() => Float, confidenceOf("the metre"))
  readonly timeSignatureConfidence!: number;
}
