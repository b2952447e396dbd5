import { Field, Float, ObjectType } from "type-graphql";

/** A modulation. */
@ObjectType("KeyChange", {
  description: "A modulation: the moment where one key gives way to another.",
})
export class KeyChangeType {
  @Field(() => Float, { description: "Seconds from the start." })
  readonly timeSeconds!: number;

  @Field(() => Float, { description: "How sure the less certain of the two keys is, in [0, 1]." })
  readonly confidence!: number;
}
