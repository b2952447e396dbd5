import { ArgsType, Field, Float, Int } from "type-graphql";
import { DEFAULT_MIX_PATH_LENGTH } from "../../domain/catalogue/mix-path.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { deprecatedFor } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The arguments of the query `mixPath`. */
@ArgsType()
export class MixPathArgs {
  @Field(() => TrackRefInput, { nullable: true, description: "The first track. Required." })
  readonly start!: TrackRefInput | null | undefined;

  @Field(() => TrackRefInput, { nullable: true, description: "The last track. Required." })
  readonly end!: TrackRefInput | null | undefined;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("start"),
    description: "The key of the first track.",
  })
  readonly from!: TrackKey | null | undefined;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("end"),
    description: "The key of the last track.",
  })
  readonly to!: TrackKey | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_MIX_PATH_LENGTH,
    description: "Number of tracks, 2 to 50, including the first and the last.",
  })
  readonly length!: number | null;

  @Field(() => TrackFilterInput, {
    nullable: true,
    description:
      "Conditions on the tracks between the first and the last, which need not meet them; `analysed` must not be false.",
  })
  readonly filter!: TrackFilterInput | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum change of tempo from one track to the next, per cent, 0 to 100; any change when absent. A track without a tempo then has no place.",
  })
  readonly maxTempoChangePercent!: number | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description:
      "Minimum number of tracks between two tracks of one artist, 0 to 49. Guests make no difference.",
  })
  readonly artistSpacing!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "Whether every two adjacent keys must be compatible on the Camelot wheel. A track without a key then has no place.",
  })
  readonly compatibleKeysOnly!: boolean | null;
}
