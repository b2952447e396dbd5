import { Field, Float, InputType } from "type-graphql";

/** Bounds on a number. */
@InputType("FloatRange", {
  description: "Bounds on a number, both inclusive, either may be absent.",
})
export class FloatRangeInput {
  @Field(() => Float, { nullable: true, description: "The least value that passes." })
  readonly gte?: number | null;

  @Field(() => Float, { nullable: true, description: "The largest value that passes." })
  readonly lte?: number | null;
}
