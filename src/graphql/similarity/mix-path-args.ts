import { ArgsType, Field, Int } from "type-graphql";
import { defaultMixPathLength } from "../../domain/catalogue/mix-path.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The arguments of a mix. */
@ArgsType()
export class MixPathArgs {
  @Field(() => trackKeyScalar, { description: "The key of the first track." })
  readonly from!: TrackKey;

  @Field(() => trackKeyScalar, { description: "The key of the last track." })
  readonly to!: TrackKey;

  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultMixPathLength,
    description: "Tracks in all, 2 to 50, the first and the last included.",
  })
  readonly length!: number | null;
}
