import { Field, Float, ObjectType } from "type-graphql";
import type { MixTransition } from "../../../domain/catalogue/mix-path.js";
import type { Track } from "../../../domain/track/track.js";

/** A track of a mix. */
@ObjectType("MixStep", { description: "A track of a mix, and how it follows the one before." })
export class MixStepType {
  declare readonly track: Track;
  declare readonly transition?: MixTransition;

  @Field(() => Float, {
    description:
      "How far along the way from the first track to the last it is, in tempo and mood, in [0, 1].",
  })
  readonly progress!: number;
}
