import { Field, InputType } from "type-graphql";
import { FloatRangeInput } from "./float-range-input.js";

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
