import { Field, Float, ObjectType } from "type-graphql";

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
