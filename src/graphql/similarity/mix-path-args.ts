import { ArgsType, Field, Int } from "type-graphql";
import { DEFAULT_MIX_PATH_LENGTH } from "../../domain/catalogue/mix-path.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The arguments of the query `mixPath`. */
@ArgsType()
export class MixPathArgs {
  @Field(() => trackKeyScalar, { description: "The key of the first track." })
  readonly from!: TrackKey;

  @Field(() => trackKeyScalar, { description: "The key of the last track." })
  readonly to!: TrackKey;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_MIX_PATH_LENGTH,
    description: "Number of tracks, 2 to 50, including the first and the last.",
  })
  readonly length!: number | null;
}
