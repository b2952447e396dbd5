import { Field, Float, ObjectType } from "type-graphql";

/** A value at regular moments. */
@ObjectType("Curve", {
  description: "A value at regular moments: the first at 0 s, each next one `hopSeconds` later.",
})
export class CurveType {
  @Field(() => Float, {
    description: "From value to value, seconds: 1, or 2, 4, 8 ... where the track is long.",
  })
  readonly hopSeconds!: number;

  @Field(() => [Float], {
    nullable: "items",
    description: "The values, to the end of the audio; null where the signal carries none.",
  })
  readonly values!: readonly (number | null)[];
}
